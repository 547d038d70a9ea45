// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.program;

import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.OpaqueData;
import org.rpcrdma.transport.ProcedureCall;
import org.rpcrdma.transport.ReplyWriter;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcPrograms;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * A service that stores objects in memory. It implements the program of {@link StoreProtocol}. READ sends objects
 * without copying them. If a WRITE to the same bytes overtakes a READ, the READ returns old bytes, new bytes, or a
 * mixture of both.
 *
 * <p>Not thread-safe. Any number of connections of a single server may use the service, on the server's event loop. The
 * service owns its objects until it is closed. Close it after the server.
 */
public final class StoreService implements RpcService, AutoCloseable {
    private static final int PAGE = 4096;

    private final MemoryAllocator memory;
    private final int objectSize;
    private final int maxObjects;
    private final Long2ObjectHashMap<MemoryBlock> objects = new Long2ObjectHashMap<>();
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private final RpcPrograms programs = new RpcPrograms()
            .on(StoreProtocol.PROGRAM, StoreProtocol.VERSION, StoreProtocol.READ, this::read)
            .on(StoreProtocol.PROGRAM, StoreProtocol.VERSION, StoreProtocol.WRITE, this::write);

    /**
     * Creates an empty store.
     *
     * @param memory     the memory of the server's device ({@link org.rpcrdma.verbs.Device#memory()}).
     * @param objectSize the size of an object in bytes, at least 1; the first WRITE to an object allocates its entire
     *                   size.
     * @param maxObjects the maximum number of objects, at least 1.
     */
    public StoreService(final MemoryAllocator memory, final int objectSize, final int maxObjects) {
        if (objectSize < 1 || maxObjects < 1) {
            throw new IllegalArgumentException("objectSize and maxObjects must be at least 1: objectSize=" + objectSize
                    + " maxObjects=" + maxObjects);
        }
        this.memory = memory;
        this.objectSize = objectSize;
        this.maxObjects = maxObjects;
    }

    @Override
    public void onCall(final RpcCall call) {
        programs.onCall(call);
    }

    private void read(final ProcedureCall call, final ReplyWriter reply) {
        final MemoryBlock object = objects.get(call.arguments().getLong());
        final long offset = call.arguments().getLong();
        final long wanted = call.arguments().getUnsignedInt();
        if (object == null) {
            reply.putInt(StoreProtocol.NO_OBJECT).putInt(0);
            return;
        }
        reply.putInt(StoreProtocol.OK);
        final long left = offset < 0 ? 0 : Math.max(0, objectSize - offset);
        final int count = (int) Math.min(Math.min(wanted, left), reply.dataRoom());
        reply.putData(object.address() + (count == 0 ? 0 : offset), count);
    }

    private void write(final ProcedureCall call, final ReplyWriter reply) {
        final long id = call.arguments().getLong();
        final long offset = call.arguments().getLong();
        final OpaqueData data = call.data();
        final int tag = call.arguments().getInt();
        reply.putInt(store(id, offset, data)).putInt(tag);
    }

    /** Stores data and returns the status. */
    private int store(final long id, final long offset, final OpaqueData data) {
        if (offset < 0 || offset > objectSize - data.length()) {
            return StoreProtocol.TOO_LARGE;
        }
        final MemoryBlock object = objectToWrite(id);
        if (object == null) {
            return StoreProtocol.NO_SPACE;
        }
        view.wrap(object.address(), objectSize);
        view.putBytes((int) offset, data.buffer(), data.offset(), data.length());
        return StoreProtocol.OK;
    }

    private MemoryBlock objectToWrite(final long id) {
        MemoryBlock object = objects.get(id);
        if (object == null && objects.size() < maxObjects) {
            object = memory.allocate(objectSize, PAGE);
            objects.put(id, object);
        }
        return object;
    }

    /**
     * Returns the number of objects.
     *
     * @return the number, 0 to the maximum.
     */
    public int objects() {
        return objects.size();
    }

    /** Releases all objects. */
    @Override
    public void close() {
        objects.values().forEach(MemoryBlock::close);
        objects.clear();
    }
}
