// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import org.rpcrdma.example.DeviceCommand;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.VerbsException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks an NFSv3 server over RPC-over-RDMA. */
@Command(
        name = "nfs3-check",
        description = {
            "Mounts a folder of an NFSv3 server, by MOUNT over TCP, and makes, writes, reads, lists and removes files"
                    + " in it over RDMA.",
            "Prints a line for each check that holds. Exit codes: 0 all hold; 1 one does not; 2 unusable arguments."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class Nfs3CheckCommand extends DeviceCommand implements ClientListener {
    private static final int CHUNK = 262_144;
    private static final int MOST_CHUNKS = 4096;
    private static final int MOST_FILES = 100_000;

    @Option(names = "--server", required = true, description = "the server's address")
    private String server;

    @Option(names = "--port", defaultValue = "20049", description = "where NFS listens (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(
            names = "--mount-port",
            defaultValue = "20048",
            description = "where MOUNT listens (default: ${DEFAULT-VALUE})")
    private int mountPort;

    @Option(names = "--export", required = true, description = "the folder")
    private String export;

    @Option(
            names = "--chunks",
            defaultValue = "8",
            description = "256 KB pieces of the file that is written (default: ${DEFAULT-VALUE})")
    private int chunks;

    @Option(names = "--files", defaultValue = "200", description = "files that are listed (default: ${DEFAULT-VALUE})")
    private int files;

    @Option(names = "--seed", defaultValue = "1", description = "decides what is written (default: ${DEFAULT-VALUE})")
    private long seed;

    /** Runs the command. */
    public static void main(final String[] arguments) {
        System.exit(new Nfs3CheckCommand().run(new PrintWriter(System.err), arguments));
    }

    @Override
    public Integer call() throws IOException {
        checkRange("--port", port, 1, LARGEST_PORT);
        checkRange("--mount-port", mountPort, 1, LARGEST_PORT);
        checkRange("--chunks", chunks, 1, MOST_CHUNKS);
        checkRange("--files", files, 0, MOST_FILES);
        try (Device device = openDevice();
                MountClient mount = new MountClient(new InetSocketAddress(server, mountPort))) {
            final byte[] root = mount.mount(export);
            report("MNT: handleBytes=" + root.length);
            check(device, root);
            mount.unmount(export);
            report("UMNT");
            return 0;
        } catch (final IllegalStateException | VerbsException | NfsFailure | IOException e) {
            System.out.println("FAILED " + e.getMessage());
            return 1;
        }
    }

    private void check(final Device device, final byte[] root) {
        final EventLoop loop = device.newEventLoop();
        final RpcRdmaClient transport = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(loop)
                .remote(new InetSocketAddress(server, port))
                .listener(this)
                .credits(Nfs3Check.DEPTH));
        try (Nfs3Client client = new Nfs3Client(transport, loop, device.memory(), Nfs3Check.DEPTH)) {
            transport.connect();
            new Nfs3Check(client, root, chunks * CHUNK, seed, Nfs3CheckCommand::report).run(files);
            report("retransmissions=" + transport.figures().retransmissions() + " unknownReplies="
                    + transport.figures().repliesUnknown());
        }
    }

    private static void report(final String check) {
        System.out.println("ok " + check);
    }

    @Override
    public void onConnected() {
        report("connected");
    }

    @Override
    public void onDisconnected(final String reason) {
        System.out.println("disconnected: " + reason);
    }
}
