//! What the pages of the site may do, as they say themselves: a host of files says nothing.

/// What our own pages may do: run what is here, and nothing else.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
     base-uri 'none'; form-action 'none'";

/// What pages may do that other programs write, with scripts inside.
pub(super) const BOOK_POLICY: &str = "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; \
     style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'";

/// A page that says itself what it may do: a host of files says nothing.
pub(super) fn with_policy(page: &str, policy: &str) -> String {
    let meta = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    page.replacen("<head>", &format!("<head>\n{meta}"), 1)
}
