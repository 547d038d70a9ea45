// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * The real-time timeline of a network's devices, which polls their links for datagrams. After a datagram has arrived,
 * the loop polls for some time before it waits in the selector, because sleeping and waking up takes longer than the
 * round trip of a small message. Interrupting the thread does not end the wait; the interrupt status is preserved.
 */
public final class RealTimeLoop extends RealTime implements AutoCloseable {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Selector selector;
    private final List<UdpLink> links = new ArrayList<>();
    private final long origin = System.nanoTime();
    private final IdleTime idle = new IdleTime();

    /** Creates a loop whose time starts at 0. */
    public RealTimeLoop() {
        try {
            selector = Selector.open();
        } catch (final IOException e) {
            throw new VerbsException(Errno.EIO, "cannot open a selector: " + e.getMessage());
        }
    }

    /** Adds a link. From now on, the loop polls the link's datagrams. */
    public void add(final UdpLink link, final UdpSocket socket) {
        if (!selector.isOpen()) {
            throw new VerbsException(Errno.EINVAL, "network is closed: address=" + socket.local());
        }
        try {
            socket.channel().register(selector, SelectionKey.OP_READ);
        } catch (final IOException e) {
            throw new VerbsException(Errno.EIO, "socket is closed: address=" + socket.local());
        }
        links.add(link);
    }

    /** Closes a link. Its address can then be reused. */
    public void close(final UdpLink link) {
        links.remove(link);
        link.close();
        if (!selector.isOpen()) {
            return;
        }
        try {
            selector.selectNow();
        } catch (final IOException e) {
            throw failure(e);
        }
    }

    private static VerbsException failure(final IOException e) {
        return new VerbsException(Errno.EIO, "selector: " + e.getMessage());
    }

    @Override
    protected long clock() {
        return System.nanoTime() - origin;
    }

    @Override
    protected boolean take() {
        boolean hasTaken = false;
        for (int i = 0; i < links.size(); i++) {
            hasTaken |= links.get(i).receive();
        }
        if (hasTaken) {
            idle.begin(now);
        }
        return hasTaken;
    }

    @Override
    protected void flush() {
        for (int i = 0; i < links.size(); i++) {
            links.get(i).flush();
        }
    }

    @Override
    protected void await(final long time) {
        final long clock = clock();
        final long millis = (time - clock) / NANOS_PER_MILLI;
        if (idle.isShort(clock)) {
            Thread.onSpinWait();
            return;
        }
        if (!idle.isLong(clock) || millis <= 0) {
            Thread.yield();
            return;
        }
        if (selector.isOpen() && endTurns()) {
            return;
        }
        boolean isInterrupted = Thread.interrupted(); // a selector does not wait if the thread is interrupted
        try {
            if (selector.isOpen()) {
                selector.select(ready -> {}, millis);
            } else {
                Thread.sleep(1);
            }
        } catch (final IOException e) {
            throw failure(e);
        } catch (final InterruptedException e) {
            isInterrupted = true;
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Sends held packets before the loop sleeps. Returns false if no packet was held. */
    private boolean endTurns() {
        boolean hasEnded = false;
        for (int i = 0; i < links.size(); i++) {
            hasEnded |= links.get(i).endTurn();
        }
        return hasEnded;
    }

    @Override
    protected void wake() {
        if (selector.isOpen()) {
            selector.wakeup();
        }
    }

    /** Closes all open links. Their connections stay open but receive no packets. */
    @Override
    public void close() {
        links.forEach(UdpLink::close);
        try {
            selector.close();
        } catch (final IOException e) {
            throw failure(e);
        }
    }
}
