//! Three hosts, each in a network namespace, on one bridge: what they find, what goes over the network, and
//! what happens when one is killed, or its cable is pulled.

use std::path::Path;
use std::time::{Duration, Instant};

use super::crew::{CrewResult, FleetCrew, GAME, ProcessHome};
use super::folder::{is_left_behind, own_name};
use super::layers::{POSITIONS, alone};
use crate::process::wait;
use crate::shell::{apt_get, ask, command, is_root, run, runs, said, skip, text};

const HOSTS: usize = 3;

/// How long it may take until a connection is given up that nobody has closed.
const SILENCE_MAX: Duration = Duration::from_secs(120);

pub(super) fn hosts(program: &Path, notes: &Path) -> Result<(), String> {
    let network = match Network::new() {
        Ok(network) => network,
        Err(why) => {
            skip("three hosts", &why);
            return Ok(());
        }
    };
    let plain = alone(program, notes, "plain", &["--threads", "1"])?;
    let crew = network.crew(program, notes, "hosts")?;
    let before = network.sent()?;
    let found = crew.run()?;
    let sent = network.sent()? - before;
    found.expect(&plain, "three hosts")?;
    let each = |bytes: f64| bytes / POSITIONS as f64;
    println!("{GAME} by {HOSTS} hosts, with one worker each: the same digest");
    println!(
        "  {:.1} s; CPU {:.1} s in all, {:.3} microseconds a position",
        found.seconds(),
        found.cpu_seconds(),
        1e6 * each(found.cpu_seconds())
    );
    println!(
        "  memory {:.0} MiB each at most, {:.2} bytes a position in all",
        found.peak_mib(),
        each(found.took.iter().map(|took| took.peak_mib).sum::<f64>() * f64::from(1 << 20))
    );
    println!(
        "  disk {:.1} MB in all at most, {:.2} bits a position",
        found.disk_bytes as f64 / 1e6,
        8.0 * each(found.disk_bytes as f64)
    );
    println!(
        "  network {:.0} MB in all, {:.2} bytes a position",
        sent as f64 / 1e6,
        each(sent as f64)
    );
    collect(program, &crew, notes, &plain)?;
    let crew = network.crew(program, notes, "killed")?;
    let said = crew.kill_at(1, "layer-15.keys")?;
    println!("host 1 killed when it had layer-15.keys; the others:\n  {said}");
    let said = pull(&crew, &network, 2)?;
    println!("{said}");
    let again = crew.run()?;
    again.expect(&plain, "a host killed, a cable pulled, begun again")?;
    println!(
        "begun again: the same digest, {:.1} CPU s for the rest",
        again.cpu_seconds()
    );
    Ok(())
}

/// Brings the parts of all hosts to one folder, as one would with rsync, and has them verified there.
fn collect(
    program: &Path,
    crew: &FleetCrew,
    notes: &Path,
    plain: &CrewResult,
) -> Result<(), String> {
    let whole = text(&notes.join("whole"));
    run(&mut command("mkdir", &[&whole]))?;
    for place in &crew.places {
        let all = format!("{}/.", text(&place.folder));
        run(&mut command("cp", &["-r", &all, &whole]))?;
    }
    let arguments = ["verify", &whole, "--memory", "8GiB", "--quiet", "--json"];
    let report = ask(program, notes, &arguments)?;
    let found = &report["databases"][0];
    match found["verdict"] == "accepted" {
        true => println!("their parts in one folder: accepted by verify"),
        false => return Err(format!("expected {} accepted: {found}", plain.digest)),
    }
    Ok(())
}

/// Takes a host from the network in the middle of a run. All must end by themselves.
fn pull(crew: &FleetCrew, network: &Network, host: usize) -> Result<String, String> {
    let mut processes = crew.start_all()?;
    crew.wait_for(&mut processes, host, "layer-18.keys")?;
    let start = Instant::now();
    network.plug(host, "down")?;
    let ended = wait(&mut processes, SILENCE_MAX);
    network.plug(host, "up")?;
    ended?;
    let seconds = start.elapsed().as_secs_f64();
    let mut said = format!("the cable of host {host} pulled: all had ended {seconds:.0} s later:");
    for process in &processes {
        said += &format!("\n  {}", process.complaint()?);
    }
    Ok(said)
}

/// Hosts on a bridge, which is in a namespace of its own: nothing of this machine's network is touched.
struct Network {
    bridge: String,
    hosts: Vec<String>,
}

fn ip(arguments: &[&str]) -> Result<(), String> {
    run(&mut command("ip", arguments))
}

fn address(host: usize) -> String {
    format!("10.99.0.{}", host + 1)
}

impl Network {
    /// Makes it; or says what cannot be had.
    fn new() -> Result<Self, String> {
        if !is_root() {
            return Err("only root can make network namespaces".into());
        }
        if !runs("ip", &["-V"]) {
            apt_get(&["iproute2"])?;
        }
        let namespaces = said("ip", &["netns", "list"])?;
        let names = namespaces
            .lines()
            .filter_map(|line| line.split_whitespace().next());
        for name in names.filter(|name| is_left_behind(name)) {
            ip(&["netns", "delete", name])?;
        }
        let mut network = Network {
            bridge: own_name("bridge"),
            hosts: vec![],
        };
        ip(&["netns", "add", &network.bridge])?;
        let bridge = network.bridge.clone();
        ip(&["-n", &bridge, "link", "add", "bridge", "type", "bridge"])?;
        ip(&["-n", &bridge, "link", "set", "bridge", "up"])?;
        for host in 0..HOSTS {
            let namespace = own_name(&format!("host{host}"));
            ip(&["netns", "add", &namespace])?;
            network.hosts.push(namespace.clone());
            let port = format!("port{host}");
            let pair = ["-n", &bridge, "link", "add", &port, "type", "veth"];
            let other = ["peer", "name", "eth0", "netns", &namespace];
            ip(&[&pair[..], &other].concat())?;
            ip(&["-n", &bridge, "link", "set", &port, "master", "bridge"])?;
            ip(&["-n", &bridge, "link", "set", &port, "up"])?;
            let address = format!("{}/24", address(host));
            ip(&["-n", &namespace, "address", "add", &address, "dev", "eth0"])?;
            for device in ["lo", "eth0"] {
                ip(&["-n", &namespace, "link", "set", device, "up"])?;
            }
        }
        Ok(network)
    }

    /// A process on each host, with a folder of its own.
    fn crew<'a>(
        &self,
        program: &'a Path,
        notes: &'a Path,
        name: &str,
    ) -> Result<FleetCrew<'a>, String> {
        let addresses: Vec<String> = (0..HOSTS)
            .map(|host| format!("{}:2101", address(host)))
            .collect();
        let place = |(host, namespace): (usize, &String)| ProcessHome {
            folder: notes.join(format!("{name}-{host}")),
            namespace: Some(namespace.clone()),
        };
        let places = self.hosts.iter().enumerate().map(place).collect();
        FleetCrew::new(program, notes, name, &addresses, places)
    }

    /// Bytes that all hosts have sent so far.
    fn sent(&self) -> Result<u64, String> {
        let mut sent = 0;
        for host in &self.hosts {
            let file = "/sys/class/net/eth0/statistics/tx_bytes";
            let bytes: Result<u64, _> = said("ip", &["netns", "exec", host, "cat", file])?.parse();
            sent += bytes.map_err(|e| format!("{file}: {e}"))?;
        }
        Ok(sent)
    }

    fn plug(&self, host: usize, up_or_down: &str) -> Result<(), String> {
        let port = format!("port{host}");
        ip(&["-n", &self.bridge, "link", "set", &port, up_or_down])
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for namespace in self.hosts.iter().chain([&self.bridge]) {
            // What is in them goes with them.
            let _ = ip(&["netns", "delete", namespace]);
        }
    }
}
