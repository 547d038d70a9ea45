// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.tools;

import org.rpcrdma.verbs.ConnectionRequest;

/**
 * Serves clients of ib_send_bw, ib_write_bw, ib_read_bw and ib_read_lat, one after the other. All of them need
 * Receives, and memory that they may read and write.
 */
final class PerftestServer implements AutoCloseable {
    /** The longest message. */
    static final int LONGEST = 1 << 20;

    /** The size of the memory, in bytes. Messages may begin at any offset within a page. */
    static final int LENGTH = LONGEST | 1 << 13;

    private final Host host;
    private final AutoCloseable listener;
    private PerftestControl control;
    private Channel measured;

    PerftestServer(final Host host, final int port) {
        this.host = host;
        listener = host.listen(port, this::onRequest);
    }

    private void onRequest(final ConnectionRequest request) {
        if (control == null) {
            control = new PerftestControl(host, host.device().connections().localAddress());
            control.channel().accept(request, Perftest.PARAMETERS);
        } else if (measured == null) {
            measured = new Channel(host, LENGTH);
            measured.receiveAlways(0, LENGTH);
            measured.accept(request, Perftest.PARAMETERS);
        } else {
            request.reject(new byte[0]);
        }
    }

    /** Serves a client. */
    void serve() {
        host.awaitLong(() -> control != null && control.channel().isEstablished());
        while (control.answer(measured)) {
            continue;
        }
        end();
    }

    private void end() {
        if (measured != null) {
            measured.close();
            measured = null;
        }
        control.close();
        control = null;
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (final Exception e) {
            throw new IllegalStateException("not closed: " + e.getMessage(), e);
        }
    }
}
