//! Slurm with two nodes on this machine, for as long as it is needed.
//!
//! Its files are in a folder of its own, and its ports are free ones; so a Slurm that this machine belongs
//! to is not touched, and nothing is left behind.

use std::ffi::OsStr;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::process::{parent, processes, signal, until};
use crate::shell::{apt_get, command, is_root, run, runs, text};

/// The nodes' names.
pub(super) const NODES: [&str; 2] = ["fleet-a", "fleet-b"];

/// The command that runs another one on one of the nodes, and waits for it: a step of an allocation.
pub(super) const THROUGH: &str = "srun --quiet --exact --nodes=1 --ntasks=1";

/// How long the daemons may take to start and to stop.
const PATIENCE: Duration = Duration::from_secs(60);

/// After how many seconds of silence a node is taken for lost. Clusters have 300.
const SILENCE_SECONDS: u32 = 5;

pub(super) struct Slurm {
    folder: PathBuf,
    /// Those of the nodes, which can be killed alone.
    nodes: Vec<Child>,
    /// Who keeps the secret, and who is in charge.
    others: Vec<Child>,
}

impl Slurm {
    /// Starts it, and waits until both nodes are there; or says what cannot be had.
    pub(super) fn start(folder: &Path) -> Result<Self, String> {
        if !is_root() {
            return Err("only root can start the nodes of Slurm".into());
        }
        let programs = ["munged", "slurmctld", "slurmd", "srun"];
        let is_there = |program: &&str| runs("sh", &["-c", &format!("command -v {program}")]);
        if !programs.iter().all(is_there) {
            apt_get(&["munge", "slurmctld", "slurmd", "slurm-client"])?;
        }
        let mut slurm = Slurm {
            folder: folder.to_path_buf(),
            nodes: vec![],
            others: vec![],
        };
        slurm.write_files().map_err(|e| format!("Slurm: {e}"))?;
        let file = |name: &str| format!("{}/{name}", text(folder));
        let munge = [
            "--foreground".to_string(),
            // Folders for temporary files are open to all, which it does not like.
            "--force".to_string(),
            format!("--socket={}", file("munge.socket")),
            format!("--key-file={}", file("munge.key")),
            format!("--log-file={}", file("munge.log")),
            format!("--pid-file={}", file("munge.pid")),
            format!("--seed-file={}", file("munge.seed")),
        ];
        let munge: Vec<&str> = munge.iter().map(String::as_str).collect();
        let daemon = slurm.daemon("munged", &munge)?;
        slurm.others.push(daemon);
        let socket = folder.join("munge.socket");
        until("munged listens", PATIENCE, || socket.exists())?;
        let daemon = slurm.daemon("slurmctld", &["-D", "-i"])?;
        slurm.others.push(daemon);
        for node in NODES {
            let daemon = slurm.daemon("slurmd", &["-D", "-N", node])?;
            slurm.nodes.push(daemon);
        }
        until("both nodes of Slurm are idle", PATIENCE, || {
            slurm.idle() == NODES.len()
        })?;
        Ok(slurm)
    }

    fn write_files(&self) -> std::io::Result<()> {
        let key = self.folder.join("munge.key");
        let mut random = [0; 128];
        std::io::Read::read_exact(&mut fs::File::open("/dev/urandom")?, &mut random)?;
        fs::write(&key, random)?;
        fs::set_permissions(&key, fs::Permissions::from_mode(0o400))?;
        let ports: Vec<TcpListener> = (0..3)
            .map(|_| TcpListener::bind("127.0.0.1:0"))
            .collect::<Result<_, _>>()?;
        let port = |i: usize| Ok::<_, std::io::Error>(ports[i].local_addr()?.port());
        let folder = text(&self.folder);
        let mut conf = format!(
            "ClusterName=fleet\n\
             SlurmctldHost=localhost\n\
             SlurmctldPort={}\n\
             SlurmUser=root\n\
             AuthType=auth/munge\n\
             AuthInfo=socket={folder}/munge.socket\n\
             StateSaveLocation={folder}/controller\n\
             SlurmctldPidFile={folder}/slurmctld.pid\n\
             SlurmdSpoolDir={folder}/%n\n\
             SlurmdPidFile={folder}/%n.pid\n\
             ProctrackType=proctrack/linuxproc\n\
             TaskPlugin=task/none\n\
             SelectType=select/cons_tres\n\
             SelectTypeParameters=CR_Core\n\
             MpiDefault=none\n\
             ReturnToService=2\n\
             SlurmdTimeout={SILENCE_SECONDS}\n\
             PartitionName=fleet Nodes=ALL Default=YES State=UP\n",
            port(0)?
        );
        fs::create_dir_all(self.folder.join("controller"))?;
        for (i, node) in NODES.iter().enumerate() {
            let port = port(1 + i)?;
            fs::create_dir_all(self.folder.join(node))?;
            conf += &format!(
                "NodeName={node} NodeHostname=localhost NodeAddr=127.0.0.1 Port={port} CPUs=1\n"
            );
        }
        fs::write(self.conf(), conf)
    }

    fn conf(&self) -> PathBuf {
        self.folder.join("slurm.conf")
    }

    fn daemon(&self, program: &str, arguments: &[&str]) -> Result<Child, String> {
        let log = self.folder.join(format!("{program}.log"));
        let log = fs::OpenOptions::new().create(true).append(true).open(log);
        let log = log.map_err(|e| format!("{program}: {e}"))?;
        command(program, arguments)
            .env("SLURM_CONF", self.conf())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .map_err(|e| format!("{program}: {e}"))
    }

    /// One of Slurm's commands, which then finds this one.
    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = command(program, arguments);
        command.env("SLURM_CONF", self.conf());
        command
    }

    fn idle(&self) -> usize {
        let arguments = ["--noheader", "--Node", "--states=idle"];
        let output = self.command("sinfo", &arguments).output();
        output.map_or(0, |output| {
            String::from_utf8_lossy(&output.stdout).lines().count()
        })
    }

    /// A command with both nodes at its disposal, and with what is left of them if one is lost.
    pub(super) fn with_both(&self, program: impl AsRef<OsStr>) -> Command {
        let arguments = ["--quiet", "--no-kill", "--nodes=2", "--ntasks=2"];
        let mut command = self.command("salloc", &arguments);
        command.arg(program);
        command
    }

    /// How long an empty step takes, in seconds.
    pub(super) fn latency(&self) -> Result<f64, String> {
        const TIMES: usize = 20;
        let script = format!("for i in $(seq {TIMES}); do {THROUGH} true || exit 1; done");
        let start = Instant::now();
        run(self.with_both("sh").args(["-c", &script]))?;
        Ok(start.elapsed().as_secs_f64() / TIMES as f64)
    }

    /// Processes of jobs on a node.
    pub(super) fn on_node(&self, node: usize) -> Vec<u32> {
        let named = format!("SLURMD_NODENAME={}", NODES[node]);
        let here = format!("SLURM_CONF={}", text(&self.conf()));
        let has = |environment: &[u8], text: &str| {
            environment.split(|&b| b == 0).any(|v| v == text.as_bytes())
        };
        processes(|id| {
            let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            has(&environment, &named) && has(&environment, &here)
        })
    }

    /// Kills the job on a node; the node goes on.
    pub(super) fn kill_job(&self, node: usize) -> Result<(), String> {
        let jobs = self.on_node(node);
        if jobs.is_empty() {
            return Err(format!("no job runs on {}", NODES[node]));
        }
        jobs.iter().for_each(|&job| kill(job));
        Ok(())
    }

    /// Kills a node as if it had lost its power: its daemon, its jobs, and who looks after them.
    pub(super) fn kill_node(&mut self, node: usize) -> Result<(), String> {
        let jobs = self.on_node(node);
        let keepers = jobs.iter().filter_map(|&job| parent(job));
        let keepers: Vec<u32> = keepers.filter(|&id| is_keeper(id)).collect();
        self.nodes[node].kill().map_err(|e| e.to_string())?;
        let _ = self.nodes[node].wait();
        keepers.into_iter().chain(jobs).for_each(kill);
        Ok(())
    }

    /// Starts a node that was killed.
    pub(super) fn restart_node(&mut self, node: usize) -> Result<(), String> {
        self.nodes[node] = self.daemon("slurmd", &["-D", "-N", NODES[node]])?;
        until("both nodes of Slurm are idle again", PATIENCE, || {
            self.idle() == NODES.len()
        })
    }
}

/// Whether a process is Slurm's own beside a job.
fn is_keeper(id: u32) -> bool {
    let name = fs::read_to_string(format!("/proc/{id}/comm"));
    name.is_ok_and(|name| name.starts_with("slurmstepd"))
}

fn kill(id: u32) {
    signal(id, "-KILL");
}

impl Drop for Slurm {
    fn drop(&mut self) {
        let _ = self.command("scancel", &["--state=RUNNING"]).status();
        let _ = self.command("scancel", &["--state=PENDING"]).status();
        let jobs = || -> usize { (0..NODES.len()).map(|node| self.on_node(node).len()).sum() };
        let _ = until("no job runs", PATIENCE, || jobs() == 0);
        for node in 0..NODES.len() {
            self.on_node(node).into_iter().for_each(kill);
        }
        for daemon in self.nodes.iter_mut().chain(self.others.iter_mut().rev()) {
            signal(daemon.id(), "-TERM");
            let _ = until("the daemon has ended", PATIENCE / 6, || {
                !matches!(daemon.try_wait(), Ok(None))
            });
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}
