//! How much grounding may cost.

/// How much grounding may cost.
#[derive(Clone, Copy)]
pub struct GroundingLimits<'l> {
    /// Terms that may come up.
    pub terms: usize,
    /// Conditions of rules without variables.
    pub conditions: usize,
    /// Whether time is over; asked now and then.
    pub is_over: &'l dyn Fn() -> bool,
}

impl GroundingLimits<'_> {
    /// As much as any game needs that could be solved: some 200 MB.
    pub const USUAL: GroundingLimits<'static> = GroundingLimits {
        terms: 2_000_000,
        conditions: 12_000_000,
        is_over: &|| false,
    };
}
