// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.event;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.rpcrdma.ibverbs.layout.ConnectionLayout;
import org.rpcrdma.ibverbs.layout.EventLayout;
import org.rpcrdma.ibverbs.library.Libc;
import org.rpcrdma.ibverbs.library.Librdmacm;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * The connection events of an event loop ({@code struct rdma_event_channel}). Each identifier's {@code context} is an
 * index into a table of event consumers.
 */
public final class ConnectionEvents {
    /** The {@code context} of an identifier that has no consumer. */
    private static final long NOBODY = 0;

    private final Librdmacm library;
    private final long channel;
    private final Slots<Consumer<ConnectionEvent>> takers = new Slots<>();
    private final MemorySegment event = Arena.ofAuto().allocate(JAVA_LONG);

    ConnectionEvents(final Librdmacm library) {
        this.library = library;
        channel = library.createEventChannel.pointer();
        try {
            Libc.doNotBlock(descriptor());
        } catch (final RuntimeException e) {
            close();
            throw e;
        }
    }

    int descriptor() {
        return Native.getInt(channel + EventLayout.CM_FD);
    }

    /** Creates an identifier whose events are passed to a consumer. */
    public long newIdentifier(final Consumer<ConnectionEvent> taker) {
        final int place = takers.add(taker);
        try {
            library.createId.check(channel, event.address(), place, Librdmacm.PORT_SPACE_TCP);
        } catch (final RuntimeException e) {
            takers.remove(place);
            throw e;
        }
        return event.get(JAVA_LONG, 0);
    }

    /**
     * Routes the events of a peer's request to a consumer.
     *
     * @param from the connection events of the loop that received the request.
     * @throws VerbsException EINVAL if {@code from} belongs to another loop. The table is confined to this loop's
     *                        thread, and events would be lost if they arrived before the identifier was in the table.
     */
    public void adopt(final long identifier, final ConnectionEvents from, final Consumer<ConnectionEvent> taker) {
        if (from != this) {
            throw new VerbsException(Errno.EINVAL, "request must be accepted on its listener's event loop");
        }
        Native.setLong(identifier + ConnectionLayout.ID_CONTEXT, takers.add(taker));
    }

    /** Destroys an identifier that belongs to this loop. The identifier no longer receives events. */
    public void destroy(final long identifier) {
        final int place = (int) Native.getLong(identifier + ConnectionLayout.ID_CONTEXT);
        library.destroyId.check(identifier);
        takers.remove(place);
    }

    /** Reads an event and passes it to its consumer. Returns false if there was no event. */
    boolean takeOne() {
        if (library.getCmEvent.number(channel, event.address()) != 0) {
            return false;
        }
        final long taken = event.get(JAVA_LONG, 0);
        final ConnectionEvent copy = ConnectionEvent.read(taken);
        final long listener = Native.getLong(taken + ConnectionLayout.EVENT_LISTENER);
        final boolean isRequest = copy.type() == ConnectionLayout.CONNECT_REQUEST;
        final Consumer<ConnectionEvent> taker = taker(isRequest ? listener : copy.identifier());
        if (isRequest) {
            // The new identifier inherits the listener's context. Until the identifier is adopted, its events are
            // ignored.
            Native.setLong(copy.identifier() + ConnectionLayout.ID_CONTEXT, NOBODY);
        }
        library.ackCmEvent.check(taken);
        if (taker != null) {
            taker.accept(copy);
        } else if (isRequest) {
            library.destroyId.check(copy.identifier());
        }
        return taker != null;
    }

    private Consumer<ConnectionEvent> taker(final long identifier) {
        return takers.get(Native.getLong(identifier + ConnectionLayout.ID_CONTEXT));
    }

    void close() {
        library.destroyEventChannel.number(channel);
    }
}
