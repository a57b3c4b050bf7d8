//! What processes take, by what the system says of them while they run.

use std::fs;

/// What a process took. What the system does not say is not a number.
#[derive(Clone, Copy)]
pub(crate) struct Took {
    pub(crate) seconds: f64,
    pub(crate) cpu_seconds: f64,
    pub(crate) peak_mib: f64,
}

impl Default for Took {
    fn default() -> Self {
        Took {
            seconds: 0.0,
            cpu_seconds: f64::NAN,
            peak_mib: f64::NAN,
        }
    }
}

impl Took {
    /// Looks at a process that may still run: at its processor time, and the most memory that it has had.
    pub(crate) fn look(&mut self, process: u32) {
        let read = |name: &str| fs::read_to_string(format!("/proc/{process}/{name}")).ok();
        let peak = read("status").and_then(|status| {
            let line = status
                .lines()
                .find_map(|line| line.strip_prefix("VmHWM:"))?;
            line.split_whitespace().next()?.parse::<f64>().ok()
        });
        let ticks = read("stat").and_then(|stat| {
            // Behind the name, which may hold anything: user and system time in hundredths.
            let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
            let ticks = |i: usize| fields.get(i)?.parse::<f64>().ok();
            Some(ticks(11)? + ticks(12)?)
        });
        self.peak_mib = peak.map_or(self.peak_mib, |kib| kib / 1024.0);
        self.cpu_seconds = ticks.map_or(self.cpu_seconds, |ticks| ticks / 100.0);
    }
}
