//! Who belongs to a fleet: a file with an address in each line.

/// Processes of a fleet, at most.
pub const PROCESSES_MAX: usize = 1024;

/// The addresses in a text, a line each, such as `node7:2101`. Empty lines, and what is behind a `#`, do not
/// count. An error says where, and what was expected.
pub fn read_hosts(text: &str) -> Result<Vec<String>, String> {
    let mut hosts: Vec<String> = vec![];
    for (i, line) in text.lines().enumerate() {
        let address = line.split('#').next().unwrap_or("").trim();
        if address.is_empty() {
            continue;
        }
        let at = |why: String| format!("line {}: {why}", i + 1);
        let port = address
            .rsplit_once(':')
            .map(|(host, port)| (host, port.parse::<u16>()));
        match port {
            Some((host, Ok(1..))) if !host.is_empty() && !host.contains(char::is_whitespace) => {}
            _ => {
                return Err(at(format!(
                    "'{address}': expected an address with a port, such as node7:2101"
                )));
            }
        }
        if hosts.iter().any(|known| known == address) {
            return Err(at(format!(
                "'{address}' is there twice: expected each once"
            )));
        }
        hosts.push(address.to_string());
    }
    match hosts.len() {
        0 => Err("no address: expected a line such as node7:2101 for each process".into()),
        many if many > PROCESSES_MAX => Err(format!(
            "{many} addresses: expected at most {PROCESSES_MAX}"
        )),
        _ => Ok(hosts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_an_address() {
        let text = "# ours\nnode1:2101\n\n  10.0.0.2:2101  # the second\n[::1]:99\n";
        let hosts = read_hosts(text).expect("all are addresses");
        assert_eq!(hosts, ["node1:2101", "10.0.0.2:2101", "[::1]:99"]);
    }

    #[test]
    fn errors_say_where() {
        for (text, error) in [
            ("", "no address"),
            ("a:1\nb", "line 2: 'b': expected"),
            ("a:1\nb:0", "line 2: 'b:0': expected"),
            (":80", "line 1: ':80': expected"),
            ("a b:80", "line 1: 'a b:80': expected"),
            ("a:70000", "line 1: 'a:70000': expected"),
            ("a:1\n\na:1", "line 3: 'a:1' is there twice"),
        ] {
            let found = read_hosts(text).expect_err(text);
            assert!(found.starts_with(error), "{found}");
        }
    }
}
