// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcCredential;
import org.rpcrdma.wire.RpcHead;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/** Calls a server's MOUNT program, version 3, over TCP. The calls block. */
final class MountClient implements AutoCloseable {
    private static final RpcCredential ROOT = RpcCredential.sys("", 0, 0);
    private static final int LONGEST = 4096;
    private static final int TIMEOUT_MILLIS = 300_000;

    private final Socket socket;
    private final ReadableByteChannel replies;
    private final RecordReader record = new RecordReader(LONGEST);
    private int xid;

    /**
     * Connects to a server.
     *
     * @param server the address of the server's MOUNT program.
     * @throws IOException if the server is not listening.
     */
    MountClient(final InetSocketAddress server) throws IOException {
        socket = new Socket();
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(server, TIMEOUT_MILLIS);
        replies = Channels.newChannel(socket.getInputStream());
    }

    /**
     * Mounts a folder.
     *
     * @return the folder's file handle.
     * @throws IOException if the server refuses the mount.
     */
    byte[] mount(final String path) throws IOException {
        final XdrReader results = call(MountService.MNT, path);
        final int status = results.getInt();
        if (status != MountService.OK) {
            throw new IOException("the server rejected the mount: path=" + path + " mountstat3=" + status);
        }
        return results.getOpaque(Nfs3.FHSIZE);
    }

    /** Reports that a folder is no longer mounted. */
    void unmount(final String path) throws IOException {
        call(MountService.UMNT, path);
    }

    private XdrReader call(final int procedure, final String path) throws IOException {
        final byte[] bytes = new byte[LONGEST];
        final XdrWriter out = new XdrWriter().wrap(new UnsafeBuffer(bytes), Integer.BYTES);
        RpcHead.putCall(out, ++xid, MountService.PROGRAM, MountService.VERSION, procedure, ROOT);
        out.putOpaque(path.getBytes(StandardCharsets.ISO_8859_1));
        ByteBuffer.wrap(bytes).putInt(RecordReader.marker(out.position() - Integer.BYTES));
        socket.getOutputStream().write(bytes, 0, out.position());
        record.next();
        while (!record.read(replies)) {
            // The socket waits for more data or times out.
            continue;
        }
        return results();
    }

    private XdrReader results() throws IOException {
        final UnsafeBuffer reply = new UnsafeBuffer(record.bytes(), 0, record.length());
        final RpcMessage message = new RpcMessage();
        final boolean carriedOut = message.wrap(reply, 0, reply.capacity()) == HeaderStatus.VALID
                && message.messageType() == RpcMessage.REPLY
                && message.replyStatus() == RpcMessage.ACCEPTED
                && message.detailStatus() == 0
                && message.xid() == xid;
        if (!carriedOut) {
            throw new IOException("the server did not execute the call: xid=" + xid);
        }
        return new XdrReader().wrap(reply, message.bodyOffset(), reply.capacity());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
