// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcCredential;
import org.rpcrdma.wire.RpcHead;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/**
 * Registers programs with the host's rpcbind (RFC 1833). It uses rpcbind's local socket, on which the kernel identifies
 * the caller. Closing the object unregisters the programs.
 */
final class RpcbindSocket implements AutoCloseable {
    private static final RpcCredential ROOT = RpcCredential.sys("", 0, 0);
    static final Path SOCKET = Path.of("/run/rpcbind.sock");

    private static final int PROGRAM = 100_000;
    private static final int VERSION = 3;
    private static final int SET = 1;
    private static final int UNSET = 2;
    private static final int LONGEST = 1024;

    private record Registered(int program, int version, String network) {}

    private final Path socket;
    private final List<Registered> registered = new ArrayList<>();

    RpcbindSocket(final Path socket) {
        this.socket = socket;
    }

    /**
     * Registers a program for all IPv4 and IPv6 addresses of this host.
     *
     * @param network the network's name: tcp, rdma.
     * @return false if another server is already registered.
     * @throws IOException if rpcbind is not running.
     */
    boolean register(final int program, final int version, final String network, final int port) throws IOException {
        final String ending = "." + (port >> Byte.SIZE) + "." + (port & 0xff);
        return set(new Registered(program, version, network), "0.0.0.0" + ending)
                & set(new Registered(program, version, network + "6"), "::" + ending);
    }

    private boolean set(final Registered wanted, final String address) throws IOException {
        final boolean done = call(SET, wanted, address);
        if (done) {
            registered.add(wanted);
        }
        return done;
    }

    private boolean call(final int procedure, final Registered about, final String address) throws IOException {
        final byte[] bytes = new byte[LONGEST];
        final XdrWriter out = new XdrWriter().wrap(new UnsafeBuffer(bytes), Integer.BYTES);
        RpcHead.putCall(out, 1, PROGRAM, VERSION, procedure, ROOT);
        out.putInt(about.program).putInt(about.version);
        out.putOpaque(about.network.getBytes(US_ASCII)).putOpaque(address.getBytes(US_ASCII));
        out.putOpaque(new byte[0]); // the owner, which rpcbind determines itself
        final ByteBuffer message = ByteBuffer.wrap(bytes).limit(out.position());
        message.putInt(0, RecordReader.marker(out.position() - Integer.BYTES));
        final RecordReader record = new RecordReader(LONGEST);
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            while (message.hasRemaining()) {
                channel.write(message);
            }
            while (!record.read(channel)) {
                // The blocking channel waits for further bytes.
                continue;
            }
        }
        final UnsafeBuffer reply = new UnsafeBuffer(record.bytes(), 0, record.length());
        final RpcMessage head = new RpcMessage();
        if (head.wrap(reply, 0, reply.capacity()) != HeaderStatus.VALID
                || head.replyStatus() != RpcMessage.ACCEPTED
                || head.detailStatus() != 0) {
            throw new IOException("rpcbind did not execute the call: socket=" + socket);
        }
        return new XdrReader().wrap(reply, head.bodyOffset(), reply.capacity()).getBool();
    }

    @Override
    public void close() {
        for (final Registered one : registered) {
            try {
                call(UNSET, one, "");
            } catch (final IOException e) {
                return; // rpcbind has ended
            }
        }
    }
}
