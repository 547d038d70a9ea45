// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.program;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.MutableDirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.OpaqueData;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * A store of objects in memory: the program of {@link StoreProtocol}. Objects that are read go out from their place,
 * without a copy: a READ that a WRITE to the same bytes overtakes brings older bytes, newer ones, or some of each.
 *
 * <p>Any number of connections of one server may use it; on its event loop. Objects stay until it is closed, after the
 * server.
 */
public final class StoreService extends RpcProgram implements AutoCloseable {
    private static final int PAGE = 4096;
    private static final int WORD = 4;

    private final MemoryAllocator memory;
    private final int objectSize;
    private final int maxObjects;
    private final Long2ObjectHashMap<MemoryBlock> objects = new Long2ObjectHashMap<>();
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private final OpaqueData data = new OpaqueData();

    /** Zeros, for padding. */
    private final MemoryBlock zeros;

    /**
     * Makes an empty store.
     *
     * @param memory     the server's device's ({@link org.rpcrdma.verbs.Device#memory()}).
     * @param objectSize bytes of an object, at least 1; each object takes all of them from its first WRITE on.
     * @param maxObjects the most objects, at least 1.
     */
    public StoreService(final MemoryAllocator memory, final int objectSize, final int maxObjects) {
        super(StoreProtocol.PROGRAM, StoreProtocol.VERSION);
        if (objectSize < 1 || maxObjects < 1) {
            throw new IllegalArgumentException(
                    "must be at least 1: objectSize=" + objectSize + " maxObjects=" + maxObjects);
        }
        this.memory = memory;
        this.objectSize = objectSize;
        this.maxObjects = maxObjects;
        zeros = memory.allocate(PAGE, PAGE);
    }

    @Override
    protected void onProcedure(final RpcCall call, final int procedure, final int arguments) {
        switch (procedure) {
            case StoreProtocol.READ -> read(call, arguments);
            case StoreProtocol.WRITE -> write(call, arguments);
            default -> accept(call, PROC_UNAVAIL);
        }
    }

    private void read(final RpcCall call, final int arguments) {
        if (call.messageOffset() + call.messageLength() - arguments < 20) {
            accept(call, GARBAGE_ARGS);
            return;
        }
        final MemoryBlock object = objects.get(call.message().getLong(arguments, BIG_ENDIAN));
        final long offset = call.message().getLong(arguments + 8, BIG_ENDIAN);
        final long wanted = Integer.toUnsignedLong(call.message().getInt(arguments + 16, BIG_ENDIAN));
        if (object == null) {
            answer(call, StoreProtocol.NO_OBJECT, 0);
            return;
        }
        final long left = offset < 0 ? 0 : Math.max(0, objectSize - offset);
        final int count = (int) Math.min(Math.min(wanted, left), room(call));
        if (count > 0) {
            place(call, object.address() + offset, count);
        }
        answer(call, StoreProtocol.OK, count);
    }

    private static int room(final RpcCall call) {
        final int inMessage = call.replyCapacity() - StoreProtocol.READ_DATA;
        return call.writeChunkCount() > 0 ? call.writeChunkCapacity(0) : Math.max(0, inMessage & -WORD);
    }

    private void place(final RpcCall call, final long address, final int count) {
        if (call.writeChunkCount() > 0) {
            call.writeChunk(0, address, count);
        } else {
            call.replyPart(address, count);
            call.replyPart(zeros.address(), -count & (WORD - 1));
        }
    }

    private void write(final RpcCall call, final int arguments) {
        if (!data.wrap(call, arguments + 16) || call.messageOffset() + call.messageLength() - data.end() < WORD) {
            accept(call, GARBAGE_ARGS);
            return;
        }
        final long offset = call.message().getLong(arguments + 8, BIG_ENDIAN);
        final int tag = call.message().getInt(data.end(), BIG_ENDIAN);
        if (offset < 0 || offset > objectSize - data.length()) {
            answer(call, StoreProtocol.TOO_LARGE, tag);
            return;
        }
        final MemoryBlock object = objectToWrite(call.message().getLong(arguments, BIG_ENDIAN));
        if (object == null) {
            answer(call, StoreProtocol.NO_SPACE, tag);
            return;
        }
        view.wrap(object.address(), objectSize);
        view.putBytes((int) offset, data.buffer(), data.offset(), data.length());
        answer(call, StoreProtocol.OK, tag);
    }

    private MemoryBlock objectToWrite(final long id) {
        MemoryBlock object = objects.get(id);
        if (object == null && objects.size() < maxObjects) {
            object = memory.allocate(objectSize, PAGE);
            objects.put(id, object);
        }
        return object;
    }

    private static void answer(final RpcCall call, final int status, final int value) {
        if (hasRoom(call, RESULTS + 8) && writeHead(call, SUCCESS)) {
            final MutableDirectBuffer reply = call.replyMessage(RESULTS + 8);
            reply.putInt(RESULTS, status, BIG_ENDIAN);
            reply.putInt(RESULTS + 4, value, BIG_ENDIAN);
            call.reply(RESULTS + 8);
        }
    }

    /**
     * Objects that there are.
     *
     * @return 0 to the most that there may be.
     */
    public int objects() {
        return objects.size();
    }

    /** Forgets all objects. */
    @Override
    public void close() {
        objects.values().forEach(MemoryBlock::close);
        objects.clear();
        zeros.close();
    }
}
