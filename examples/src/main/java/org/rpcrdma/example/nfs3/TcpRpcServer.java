// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.RpcConnection;
import org.rpcrdma.transport.RpcService;

/**
 * Serves ONC RPC over TCP on a dedicated thread. Linux mounts over TCP even if NFS itself uses RDMA, so this server
 * handles MOUNT.
 */
final class TcpRpcServer implements AutoCloseable {
    /**
     * The maximum number of connections. A new connection evicts the oldest one, so no host can lock out the others.
     */
    private static final int MOST_CLIENTS = 64;

    private static final long ACCEPT_PAUSE_NANOS = 10_000_000;
    private static final int LONGEST_CALL = 4096;
    private static final int LONGEST_REPLY = 65_536;

    private final RpcService service;
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final ByteBuffer reply = ByteBuffer.allocate(LONGEST_REPLY);
    private final TcpCall call =
            new TcpCall(new UnsafeBuffer(reply.array(), Integer.BYTES, LONGEST_REPLY - Integer.BYTES));

    /** A client's connection, as services see it. */
    private record TcpConnection(SocketChannel channel) implements RpcConnection {
        @Override
        public long id() {
            return 1;
        }

        @Override
        public InetSocketAddress remote() {
            return (InetSocketAddress) channel.socket().getRemoteSocketAddress();
        }

        @Override
        public InetSocketAddress local() {
            return (InetSocketAddress) channel.socket().getLocalSocketAddress();
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void attach(final Object attachment) {
            throw new UnsupportedOperationException("a TCP connection does not support attachments");
        }

        @Override
        public Object attachment() {
            return null;
        }
    }

    /** The clients, ordered by time of arrival. */
    private final ArrayDeque<SocketChannel> clients = new ArrayDeque<>();

    private final Thread thread;

    /**
     * Starts listening.
     *
     * @param address the address to listen on; port 0 selects a free port.
     * @param service handles the calls on the server's thread.
     * @throws IOException if the port is in use.
     */
    TcpRpcServer(final InetSocketAddress address, final RpcService service) throws IOException {
        this.service = service;
        selector = Selector.open();
        listener = ServerSocketChannel.open().bind(address);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        thread = new Thread(this::run, "tcp-rpc");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    private void run() {
        try {
            while (listener.isOpen()) {
                selector.select(this::onReady);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            selector.keys().forEach(key -> CloseHelper.quietClose(key.channel()));
            CloseHelper.quietClose(selector);
        }
    }

    private void onReady(final SelectionKey key) {
        if (key.isValid() && key.isAcceptable()) {
            accept();
        } else if (key.isValid()) {
            serve((SocketChannel) key.channel(), (RecordReader) key.attachment());
        }
    }

    private void accept() {
        clients.removeIf(client -> !client.isOpen());
        try {
            final SocketChannel accepted = listener.accept();
            if (accepted != null) {
                clients.add(accepted);
                accepted.configureBlocking(false);
                accepted.register(selector, SelectionKey.OP_READ, new RecordReader(LONGEST_CALL));
            }
        } catch (final ClosedChannelException e) {
            return;
        } catch (final IOException e) {
            // If no descriptors are left, close the oldest connection and wait until others become free.
            CloseHelper.quietClose(clients.poll());
            LockSupport.parkNanos(ACCEPT_PAUSE_NANOS);
        }
        if (clients.size() > MOST_CLIENTS) {
            CloseHelper.quietClose(clients.poll());
        }
    }

    /** Serves one record, so that the connections take turns. A failure affects only this connection. */
    private void serve(final SocketChannel client, final RecordReader record) {
        try {
            if (record.read(client)) {
                answer(client, record);
                record.next();
            }
        } catch (final IOException e) {
            CloseHelper.quietClose(client);
        }
    }

    private void answer(final SocketChannel client, final RecordReader record) throws IOException {
        if (record.length() < Integer.BYTES) {
            throw new IOException("record is not a call: length=" + record.length());
        }
        try {
            service.onCall(call.begin(record.bytes(), record.length(), new TcpConnection(client)));
        } catch (final RuntimeException e) {
            System.err.println("a MOUNT call failed: " + e);
            call.fail();
        }
        if (call.replyLength() == TcpCall.DROPPED) {
            return;
        }
        reply.clear().putInt(0, RecordReader.marker(call.replyLength())).limit(Integer.BYTES + call.replyLength());
        client.write(reply);
        if (reply.hasRemaining()) {
            throw new IOException("client does not read its replies");
        }
    }

    @Override
    public void close() {
        CloseHelper.quietClose(listener);
        selector.wakeup();
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
