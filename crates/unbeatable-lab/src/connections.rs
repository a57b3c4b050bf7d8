//! Connections: accepted as long as there is room, and closed when they keep everybody waiting.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::runtime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{interval, sleep};

use crate::clients::Peer;
use crate::router::router;
use crate::searches::SearchTurns;
use crate::shared::Shared;
use crate::timed_connection::TimedConnection;

/// A head takes at most this much, longer addresses than are allowed included: they get an answer.
const HEAD_BYTES_MAX: usize = 128 << 10;

/// How often somebody asks whether it is over.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// How long searches are waited for that are told to stop.
const STOP_TIME: Duration = Duration::from_secs(2);

/// Answers until it is over.
pub(crate) fn run(
    listener: TcpListener,
    shared: Arc<Shared>,
    is_over: &dyn Fn() -> bool,
) -> io::Result<()> {
    let runtime = runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(SearchTurns::threads_max(&shared.options))
        // As deep as that of the main thread: not everything runs on a thread of its own.
        .thread_stack_size(8 << 20)
        .enable_all()
        .build()?;
    let ended = runtime.block_on(accept_all(listener, &shared, is_over));
    shared.searches.close();
    runtime.shutdown_timeout(STOP_TIME);
    ended
}

async fn accept_all(
    listener: TcpListener,
    shared: &Arc<Shared>,
    is_over: &dyn Fn() -> bool,
) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let room = Arc::new(Semaphore::new(shared.options.connections_max));
    let router = router(Arc::clone(shared));
    let times = [shared.options.head_time, shared.options.read_time];
    let mut look = interval(LOOK_EVERY);
    loop {
        let accepted = async {
            let permit = Arc::clone(&room).acquire_owned().await;
            let permit = permit.expect("nobody closes the semaphore");
            listener.accept().await.map(|accepted| (accepted, permit))
        };
        tokio::select! {
            _ = look.tick() => {
                if is_over() {
                    return Ok(());
                }
            }
            accepted = accepted => match accepted {
                Ok((accepted, permit)) => serve(accepted, router.clone(), times, permit),
                // Too many files are open, or the client has left: neither is a reason to end.
                Err(_) => sleep(LOOK_EVERY).await,
            },
        }
    }
}

/// Answers the requests of a connection, whose client has so long to send a head, and to read.
fn serve(
    (stream, address): (TcpStream, SocketAddr),
    router: Router,
    [head_time, read_time]: [Duration; 2],
    permit: OwnedSemaphorePermit,
) {
    // Events are small, and wanted at once. If that cannot be had, they come later.
    let _ = stream.set_nodelay(true);
    let (peer, router) = (Peer::new(address.ip()), TowerToHyperService::new(router));
    let answer = service_fn(move |mut request| {
        request.extensions_mut().insert(peer);
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_time)
        .max_buf_size(HEAD_BYTES_MAX)
        .serve_connection(
            TokioIo::new(TimedConnection::new(stream, read_time)),
            answer,
        );
    tokio::spawn(async move {
        let _permit = permit;
        // What goes wrong with a connection is the client's to know.
        let _ = connection.await;
    });
}
