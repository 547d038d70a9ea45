// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Iterator;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.RpcService;

/**
 * Serves ONC RPC over TCP, on one thread of its own: for MOUNT, which Linux asks over TCP even if NFS goes over RDMA.
 */
final class TcpRpcServer implements AutoCloseable {
    private static final int LONGEST_CALL = 4096;
    private static final int LONGEST_REPLY = 65_536;

    private final RpcService service;
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final ByteBuffer reply = ByteBuffer.allocate(LONGEST_REPLY);
    private final TcpCall call =
            new TcpCall(new UnsafeBuffer(reply.array(), Integer.BYTES, LONGEST_REPLY - Integer.BYTES));
    private final Thread thread;

    /**
     * Begins to listen.
     *
     * @param address the address; port 0 for any that is free.
     * @param service what calls are handed to, on the server's thread.
     * @throws IOException if the port is taken.
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
                selector.select();
                final Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
                while (ready.hasNext()) {
                    final SelectionKey key = ready.next();
                    ready.remove();
                    onReady(key);
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            selector.keys().forEach(key -> CloseHelper.quietClose(key.channel()));
            CloseHelper.quietClose(selector);
        }
    }

    private void onReady(final SelectionKey key) throws IOException {
        if (key.isValid() && key.isAcceptable()) {
            final SocketChannel accepted = listener.accept();
            if (accepted != null) {
                accepted.configureBlocking(false);
                accepted.register(selector, SelectionKey.OP_READ, new RecordReader(LONGEST_CALL));
            }
        } else if (key.isValid()) {
            serve((SocketChannel) key.channel(), (RecordReader) key.attachment());
        }
    }

    /** One connection's trouble is its own. */
    private void serve(final SocketChannel client, final RecordReader record) {
        try {
            while (record.read(client)) {
                answer(client, record);
                record.next();
            }
        } catch (final IOException e) {
            CloseHelper.quietClose(client);
        }
    }

    private void answer(final SocketChannel client, final RecordReader record) throws IOException {
        if (record.length() < Integer.BYTES) {
            throw new IOException("record is no call: length=" + record.length());
        }
        service.onCall(call.begin(record.bytes(), record.length()));
        if (call.replyLength() == TcpCall.DROPPED) {
            return;
        }
        reply.clear().putInt(0, RecordReader.marker(call.replyLength())).limit(Integer.BYTES + call.replyLength());
        client.write(reply);
        if (reply.hasRemaining()) {
            throw new IOException("client does not take its replies");
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
