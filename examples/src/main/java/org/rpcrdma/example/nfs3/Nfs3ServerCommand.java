// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.rpcrdma.bench.AddedCommand;
import org.rpcrdma.bench.ConnectionOptions;
import org.rpcrdma.bench.MetricsOption;
import org.rpcrdma.bench.PcapOption;
import org.rpcrdma.example.DeviceCommand;
import org.rpcrdma.transport.ReplyCaching;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.transport.server.ServerConnectionMetrics;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Wakeup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code rpcrdma nfs3-server}, which serves a directory of the host to NFSv3 clients over RPC-over-RDMA
 * until SIGTERM.
 */
@Command(
        name = "nfs3-server",
        header = "Serves a directory to NFSv3 clients over RDMA.",
        description = {
            "Serves a local directory to NFSv3 clients over RDMA, and MOUNT over TCP, until it receives SIGTERM.",
            "The server demonstrates the transport. It trusts its network and the user ids that"
                    + " clients send, but maps a client's root to the anonymous user."
        },
        footer = {
            "",
            "Examples:",
            "  rpcrdma nfs3-server --export /srv/data",
            "  rpcrdma nfs3-server --export /srv/data --device mlx5_0 --read-only",
            "  rpcrdma nfs3-server --export /srv/data --allow 10.0.0.0/8 --rpcbind",
            "",
            "To mount the directory, enter this command on the client, on one line:",
            "  mount -t nfs -o vers=3,proto=rdma,port=20049,nolock,",
            "    mountproto=tcp,mountport=20050 HOST:/ /mnt"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class Nfs3ServerCommand extends DeviceCommand implements AddedCommand {
    private static final long NANOS = 1_000_000_000L;
    private static final int LARGEST_TRANSFER = 1 << 20;
    private static final int SMALLEST_TRANSFER = 4096;
    private static final int MOST_THREADS = 256;
    private static final int LONGEST_IDLE = 86_400;
    private static final int MOST_REPLIES = 1 << 20;
    private static final long LARGEST_NUMBER = 0xffff_ffffL;

    @Option(names = "--export", required = true, paramLabel = "DIR", description = "directory to serve")
    private Path directory;

    @Option(
            names = "--fsid",
            paramLabel = "N",
            description = "file system number in handles, 1 or more (default: derived from the file system's UUID)")
    private long fsid;

    @Option(names = "--read-only", description = "reject calls that would change the directory")
    private boolean readOnly;

    @Option(names = "--no-root-squash", description = "do not map a client's root to the anonymous user")
    private boolean noRootSquash;

    @Option(
            names = "--allow",
            paramLabel = "ADDRESS/PREFIX",
            split = ",",
            description = "clients that may mount the directory, for example 10.0.0.0/8,fd00::/16 (default: all)")
    private List<String> networks = List.of();

    @Option(
            names = "--rpcbind",
            description = "register NFS and MOUNT with this host's rpcbind, for showmount and mounts without mountport")
    private boolean withRpcbind;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "20049",
            description = "port on which NFS listens (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(
            names = "--mount-port",
            paramLabel = "PORT",
            defaultValue = "20050",
            description = "TCP port on which MOUNT listens; 0 selects a free port (default: ${DEFAULT-VALUE})")
    private int mountPort;

    @Option(
            names = "--max-transfer",
            paramLabel = "BYTES",
            defaultValue = "1048576",
            description = "maximum size of a READ or WRITE, in bytes, 4096 or more (default: ${DEFAULT-VALUE})")
    private int maxTransfer;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "4",
            description = "maximum number of concurrent file reads and writes (default: ${DEFAULT-VALUE})")
    private int threads;

    @Option(
            names = "--idle",
            paramLabel = "SECONDS",
            defaultValue = "360",
            description = "close connections that have been idle for this long (default: ${DEFAULT-VALUE}; 0: never)")
    private int idle;

    @Option(
            names = "--reply-cache",
            paramLabel = "N",
            defaultValue = "16384",
            description = "number of replies to cache for repeated calls (default: ${DEFAULT-VALUE}; 0: none)")
    private int repliesKept;

    @Mixin
    private ConnectionOptions connections;

    @Mixin
    private MetricsOption metrics;

    @Mixin
    private PcapOption pcap;

    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean ending;
    private volatile boolean isDeviceGone;

    /** Creates the command; called by the service loader. */
    public Nfs3ServerCommand() {}

    @Override
    public Integer call() throws IOException {
        checkRange("--port", port, 1, LARGEST_PORT);
        checkRange("--mount-port", mountPort, 0, LARGEST_PORT);
        checkRange("--max-transfer", maxTransfer, SMALLEST_TRANSFER, LARGEST_TRANSFER);
        checkRange("--threads", threads, 1, MOST_THREADS);
        checkRange("--idle", idle, 0, LONGEST_IDLE);
        checkRange("--reply-cache", repliesKept, 0, MOST_REPLIES);
        if (fsid < 0 || fsid > LARGEST_NUMBER) {
            throw unusable("--fsid must be 1 to " + LARGEST_NUMBER + ": " + fsid);
        }
        pcap.requireDevice(deviceName());
        final ExecutorService executor = Executors.newFixedThreadPool(threads);
        try (Export export = openExport();
                PcapOption.Pcap packets = pcap.open();
                Device device = openDevice(packets::open);
                Nfs3Service service = new Nfs3Service(export, maxTransfer, now(), executor);
                TcpRpcServer mounts = listen(export)) {
            serve(device, service, mounts.port(), executor);
        } finally {
            executor.shutdown();
            ended.countDown();
        }
        return isDeviceGone ? 1 : 0;
    }

    private Allowed allowed() {
        try {
            return new Allowed(networks);
        } catch (final IllegalArgumentException e) {
            throw unusable("--allow " + e.getMessage());
        }
    }

    private void register(final RpcbindSocket rpcbind, final int mounts) {
        if (!withRpcbind) {
            return;
        }
        try {
            final boolean done = rpcbind.register(Nfs3.PROGRAM, Nfs3.VERSION, "rdma", port)
                    & rpcbind.register(MountService.PROGRAM, MountService.VERSION, "tcp", mounts);
            if (!done) {
                throw unusable("--rpcbind: another server is registered; see rpcinfo");
            }
        } catch (final IOException e) {
            throw unusable("--rpcbind: no response from " + RpcbindSocket.SOCKET + ": " + e.getMessage());
        }
    }

    private Export openExport() {
        try {
            if (Files.exists(directory) && !Files.isDirectory(directory)) {
                throw unusable("--export " + directory + ": not a directory");
            }
            return new Export(directory, new ExportOptions(readOnly, !noRootSquash, allowed()), fsid);
        } catch (final AccessDeniedException e) {
            throw unusable("--export " + directory + ": cannot be read" + orWritten());
        } catch (final FileSystemException e) {
            final String reason = e.getReason() == null ? "no such directory" : e.getReason();
            throw unusable("--export " + directory + ": " + reason);
        } catch (final UnsupportedOperationException e) {
            throw unusable(e.getMessage());
        } catch (final ExceptionInInitializerError e) {
            throw unusable(missing(e));
        } catch (final IOException e) {
            throw unusable("--export " + directory + ": " + e.getMessage());
        }
    }

    /** Returns which function the C library lacks; rethrows an error that has another cause. */
    static String missing(final ExceptionInInitializerError e) {
        if (e.getCause() instanceof UnsupportedOperationException missing) {
            return missing.getMessage();
        }
        throw e;
    }

    private String orWritten() {
        return readOnly ? "" : " and written; with --read-only, read access is sufficient";
    }

    private TcpRpcServer listen(final Export export) throws IOException {
        final String path = new String(FileNames.bytes(export.root()), ISO_8859_1);
        try {
            return new TcpRpcServer(
                    new InetSocketAddress(mountPort),
                    new MountService(path, new MountPaths(export), export.options.allowed()));
        } catch (final BindException e) {
            throw unusable("--mount-port " + mountPort + ": " + e.getMessage());
        }
    }

    private ReplyCaching replyCaching() {
        final ReplyCaching usual = ReplyCaching.of(Nfs3Service.CACHED);
        return repliesKept == 0
                ? null
                : new ReplyCaching(usual.procedures(), repliesKept, usual.longestReply(), usual.periodNanos());
    }

    private MetricsOption.Display openDisplay() {
        return metrics.open("nfs3-server", new PrintWriter(System.out, true), new PrintWriter(System.err, true));
    }

    private void serve(
            final Device device, final Nfs3Service service, final int mounts, final ExecutorService executor) {
        final EventLoop loop = device.newEventLoop();
        endOnSignal(loop.newWakeup(() -> {}));
        try (MetricsOption.Display display = openDisplay();
                RpcRdmaServer server = new RpcRdmaServer(display.prepare(connections.bound(new RpcRdmaServer.Context()))
                        .device(device)
                        .eventLoop(loop)
                        .port(port)
                        .idlePeriod(idle * NANOS)
                        .replyCache(replyCaching())
                        .connectionBegin(begun -> {
                            say("connected: remote=" + begun.remote());
                            display.begin(begun);
                        })
                        .connectionEnd(ended -> {
                            report(ended);
                            display.end(ended);
                        })
                        .listenEnd(this::onDeviceGone)
                        .service(service));
                RpcbindSocket rpcbind = new RpcbindSocket(RpcbindSocket.SOCKET)) {
            display.show(server, device);
            service.counts().showBy((procedure, status, count) -> show(display, procedure, status, count));
            register(rpcbind, mounts); // the registered programs already answer
            say("serving: export=" + directory.toAbsolutePath().normalize() + " port=" + port + " mountPort=" + mounts
                    + " maxConnections=" + server.maxConnections() + (readOnly ? " readOnly" : ""));
            final Rounds rounds = new Rounds(service, loop, executor);
            while (!ending) {
                loop.runOnce(NANOS);
            }
            rounds.end();
            finish(executor);
            say("ending: connections=" + server.connections() + " rejected="
                    + server.figures().connectionsRejected());
        }
    }

    private void onDeviceGone(final String reason) {
        System.err.println(Instant.now().truncatedTo(ChronoUnit.SECONDS) + " nfs3-server: " + reason);
        isDeviceGone = true;
        ending = true;
    }

    /** Waits up to a minute for all started calls to be answered. */
    private static void finish(final ExecutorService executor) {
        executor.shutdown();
        try {
            executor.awaitTermination(1, TimeUnit.MINUTES);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void endOnSignal(final Wakeup wakeup) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            ending = true;
            wakeup.wake();
            try {
                ended.await();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    private static void report(final ServerConnectionMetrics ended) {
        say("disconnected: remote=" + ended.remote() + " received=" + ended.messagesReceived()
                + " replies="
                + ended.repliesSent() + " errors=" + ended.errorsSent() + " invalidations=" + ended.invalidationsSent()
                + " reason=" + ended.closeReason());
    }

    /** Exports the number of a procedure's calls that ended with a status. */
    static void show(
            final MetricsOption.Display display, final String procedure, final String status, final LongAdder calls) {
        display.count("rpcrdma.nfs.calls", "answered NFS calls", calls, "procedure", procedure, "status", status);
    }

    /** Prints a line, prefixed with the UTC time to the second. */
    private static void say(final String line) {
        System.out.println(Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + line);
    }

    private static long now() {
        final Instant now = Instant.now();
        return now.getEpochSecond() * NANOS + now.getNano();
    }
}
