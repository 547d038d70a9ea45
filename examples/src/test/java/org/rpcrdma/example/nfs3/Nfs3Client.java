// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.rpcrdma.example.nfs3.Nfs3.CREATE;
import static org.rpcrdma.example.nfs3.Nfs3.FHSIZE;
import static org.rpcrdma.example.nfs3.Nfs3.GUARDED;
import static org.rpcrdma.example.nfs3.Nfs3.LOOKUP;
import static org.rpcrdma.example.nfs3.Nfs3.MKDIR;
import static org.rpcrdma.example.nfs3.Nfs3.READ;
import static org.rpcrdma.example.nfs3.Nfs3.READDIRPLUS;
import static org.rpcrdma.example.nfs3.Nfs3.REMOVE;
import static org.rpcrdma.example.nfs3.Nfs3.UNSTABLE;
import static org.rpcrdma.example.nfs3.Nfs3.WRITE;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/** Calls an NFSv3 server over RPC-over-RDMA. The methods run the event loop until the reply arrives. */
final class Nfs3Client implements AutoCloseable {
    static final int DATA = 256 * 1024;
    static final int REPLY = 64 * 1024;

    private static final long WAIT_NANOS = 1_000_000_000L;
    private static final int WAITS = 240;

    private final RpcRdmaClient transport;
    private final EventLoop loop;
    private final MemoryBlock memory;
    private final Deque<Nfs3Call> free = new ArrayDeque<>();
    private int xid;
    private int mostOutstanding;

    /**
     * Creates a client.
     *
     * @param transport the connection; the client takes ownership.
     * @param loop      the transport's event loop.
     * @param allocator allocates memory for the transport's device.
     * @param calls     the maximum number of concurrent calls.
     */
    Nfs3Client(final RpcRdmaClient transport, final EventLoop loop, final MemoryAllocator allocator, final int calls) {
        this.transport = transport;
        this.loop = loop;
        xid = loop.isVirtual() ? 0x6e66_0000 : ThreadLocalRandom.current().nextInt();
        // READ's reply memory must also hold the data, because a server may send all of the data inline.
        final int each = DATA + REPLY;
        memory = allocator.allocate((long) each * calls, 4096);
        for (int i = 0; i < calls; i++) {
            final long begin = memory.address() + (long) i * each;
            free.add(new Nfs3Call(begin, DATA, begin + DATA, REPLY));
        }
    }

    /** Returns the maximum number of calls that were in flight at the same time. */
    int mostOutstanding() {
        return mostOutstanding;
    }

    /** Acquires a free call and writes the arguments. */
    Nfs3Call begin(final int procedure, final Consumer<XdrWriter> arguments) {
        final Nfs3Call call = free.remove();
        arguments.accept(call.begin(transport.newCall(), ++xid, procedure));
        return call;
    }

    /** Sends a call and waits for the reply. The caller owns the call until {@link #give(Nfs3Call)}. */
    Nfs3Call await(final Nfs3Call call) {
        call.send(() -> {});
        int waits = 0;
        while (!call.isDone()) {
            waits = wait(waits);
        }
        return call;
    }

    private int wait(final int waits) {
        mostOutstanding = Math.max(mostOutstanding, transport.callsOutstanding());
        final int next = loop.runOnce(WAIT_NANOS) ? 0 : waits + 1;
        if (next == WAITS) {
            throw new IllegalStateException("no progress: callsOutstanding=" + transport.callsOutstanding());
        }
        return next;
    }

    void give(final Nfs3Call call) {
        free.add(call);
    }

    /**
     * Sends several calls concurrently.
     *
     * @param depth the maximum number of calls in flight.
     * @param count the total number of calls.
     * @param begin starts the call with a given number.
     * @param check receives each completed call.
     */
    void pipeline(final int depth, final int count, final IntFunction<Nfs3Call> begin, final Consumer<Nfs3Call> check) {
        final Deque<Nfs3Call> done = new ArrayDeque<>();
        int sent = 0;
        int checked = 0;
        int waits = 0;
        while (checked < count) {
            for (; sent < count && sent - checked < depth; sent++) {
                final Nfs3Call call = begin.apply(sent);
                call.number = sent;
                call.send(() -> done.add(call));
            }
            waits = done.isEmpty() ? wait(waits) : 0;
            for (Nfs3Call call = done.poll(); call != null; call = done.poll()) {
                check.accept(call);
                give(call);
                checked++;
            }
        }
    }

    /** Returns the file handle in a procedure's results, where it may be optional. */
    private byte[] handleOf(final Nfs3Call call, final boolean optional) {
        final XdrReader results = await(call).results();
        give(call);
        if (optional && !results.getBool()) {
            throw new IllegalStateException("the server returned no handle for the new object");
        }
        return results.getOpaque(FHSIZE);
    }

    byte[] lookup(final byte[] directory, final String name) {
        return handleOf(begin(LOOKUP, out -> putPlace(out, directory, name)), false);
    }

    byte[] makeDirectory(final byte[] directory, final String name) {
        return handleOf(begin(MKDIR, out -> putMode(putPlace(out, directory, name), 0755)), true);
    }

    byte[] create(final byte[] directory, final String name) {
        return handleOf(beginCreate(directory, name), true);
    }

    Nfs3Call beginCreate(final byte[] directory, final String name) {
        return begin(CREATE, out -> putMode(putPlace(out, directory, name).putInt(GUARDED), 0644));
    }

    Nfs3Call beginRemove(final byte[] directory, final String name) {
        return begin(REMOVE, out -> putPlace(out, directory, name));
    }

    /** Starts a WRITE that sends the first bytes of the call's data. The caller must fill the data before sending. */
    Nfs3Call beginWrite(final byte[] file, final long offset, final int length) {
        final Nfs3Call call = begin(
                WRITE, out -> out.putOpaque(file).putLong(offset).putInt(length).putInt(UNSTABLE));
        call.withData(length);
        return call;
    }

    Nfs3Call beginRead(final byte[] file, final long offset, final int length) {
        final Nfs3Call call =
                begin(READ, out -> out.putOpaque(file).putLong(offset).putInt(length));
        call.expectData(length);
        return call;
    }

    Nfs3Call beginList(final byte[] directory, final long cookie, final long verifier, final int bytes) {
        final Nfs3Call call = begin(
                READDIRPLUS,
                out -> out.putOpaque(directory)
                        .putLong(cookie)
                        .putLong(verifier)
                        .putInt(bytes)
                        .putInt(bytes));
        call.expectLongReply();
        return call;
    }

    static XdrWriter putPlace(final XdrWriter out, final byte[] directory, final String name) {
        return out.putOpaque(directory).putOpaque(name.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Writes a sattr3 that sets only the mode. */
    private static void putMode(final XdrWriter out, final int mode) {
        out.putBool(true).putInt(mode).putInt(0).putInt(0).putInt(0).putInt(0).putInt(0);
    }

    @Override
    public void close() {
        transport.close(); // after which nothing accesses the memory
        memory.close();
    }
}
