// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.rpcrdma.example.DeviceCommand;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.ServerConnectionMetrics;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Wakeup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Serves a folder in memory to NFSv3 clients over RPC-over-RDMA, until SIGTERM ends it. */
@Command(
        name = "nfs3-server",
        description = {
            "Serves an empty folder, or the one that another server left in --folder, by NFSv3 over RDMA and MOUNT"
                    + " over TCP.",
            "SIGTERM ends it. An example: it trusts its network and asks nobody for permission.",
            "Exit codes: 1 the device, the network or the folder failed; 2 unusable arguments."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class Nfs3ServerCommand extends DeviceCommand {
    private static final long NANOS = 1_000_000_000L;
    private static final int MB = 1 << 20;

    @Option(names = "--port", defaultValue = "20049", description = "where NFS listens (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(
            names = "--mount-port",
            defaultValue = "20050",
            description = "where MOUNT listens (default: ${DEFAULT-VALUE})")
    private int mountPort;

    @Option(
            names = "--export",
            defaultValue = "/export",
            description = "what clients call the folder (default: ${DEFAULT-VALUE})")
    private String export;

    @Option(names = "--folder", description = "keep everything committed here, for the next server (default: nowhere)")
    private Path folder;

    @Option(names = "--memory", defaultValue = "256", description = "MB of files at most (default: ${DEFAULT-VALUE})")
    private int megabytes;

    @Option(
            names = "--max-transfer",
            defaultValue = "1048576",
            description = "bytes that a READ or WRITE moves at most (default: ${DEFAULT-VALUE})")
    private int maxTransfer;

    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean ending;

    /** Runs the command. */
    public static void main(final String[] arguments) {
        System.exit(new Nfs3ServerCommand().run(new PrintWriter(System.err), arguments));
    }

    @Override
    public Integer call() throws IOException {
        final Capacity capacity = new Capacity((long) megabytes * MB, 1 << 20);
        final FileTree tree = folder == null
                ? new FileTree(now(), capacity, Nfs3ServerCommand::now)
                : new FileTree(new Folder(folder, now(), capacity), capacity, Nfs3ServerCommand::now);
        final MountService mount = new MountService(export, Nfs3Service.rootHandle(tree));
        try (Device device = openDevice();
                TcpRpcServer mounts = new TcpRpcServer(new InetSocketAddress(mountPort), mount)) {
            serve(device, new Nfs3Service(tree, maxTransfer, now()), mounts.port());
        } finally {
            ended.countDown();
        }
        return 0;
    }

    private void serve(final Device device, final RpcService service, final int mounts) {
        final EventLoop loop = device.newEventLoop();
        endOnSignal(loop.newWakeup(() -> {}));
        try (RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(device)
                .eventLoop(loop)
                .port(port)
                .connectionBegin(begun -> System.out.println("connected: remote=" + begun.remote()))
                .connectionEnd(Nfs3ServerCommand::report)
                .service(call -> orHalt(service, call)))) {
            System.out.println("serving: export=" + export + " port=" + port + " mountPort=" + mounts);
            while (!ending) {
                loop.runOnce(NANOS);
            }
            System.out.println(
                    "ending: connections=" + server.connections() + " rejected=" + server.connectionsRejected());
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

    /** Ends the server if the folder cannot be written: memory would know more than a restart. */
    private static void orHalt(final RpcService service, final RpcCall call) {
        try {
            service.onCall(call);
        } catch (final UncheckedIOException e) {
            System.err.println("nfs3-server: the folder cannot be written: " + e.getMessage());
            Runtime.getRuntime().halt(1);
        }
    }

    private static void report(final ServerConnectionMetrics ended) {
        System.out.println("disconnected: remote=" + ended.remote() + " received=" + ended.messagesReceived()
                + " replies="
                + ended.repliesSent() + " errors=" + ended.errorsSent() + " invalidations=" + ended.invalidationsSent()
                + " reason=" + ended.closeReason());
    }

    private static long now() {
        final Instant now = Instant.now();
        return now.getEpochSecond() * NANOS + now.getNano();
    }
}
