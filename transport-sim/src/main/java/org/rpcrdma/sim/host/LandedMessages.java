// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BufferUtil;
import org.agrona.collections.Long2ObjectHashMap;
import org.rpcrdma.rnic.memory.Pages;

/**
 * The messages that address-only memory has received and not yet released, by address. Each message is stored in a
 * space of one of several sizes, four per power of two. Spaces are reused for later messages.
 *
 * <p>A message is kept only if it fits into one element of its Receive, or into one packet.
 */
public final class LandedMessages {
    /** The size of the smallest space, in bytes. */
    private static final int LEAST = 64;
    /** The binary logarithm of the number of sizes per power of two. */
    private static final int STEP_BITS = 2;

    private static final int SLAB = 64 * 1024;
    private static final int FIRST_KEPT_BITS = 14;
    /**
     * The minimum number of hash buckets per message. With this many, an address rarely shares a bucket with a message
     * at another address.
     */
    private static final int COUNTS_PER_MESSAGE = 8;

    private static final long FIBONACCI = 0x9e3779b97f4a7c15L;

    /** The bytes returned by a read at an address where no message was received. */
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(Pages.SIZE);

    private final Long2ObjectHashMap<Room> messages = new Long2ObjectHashMap<>();
    private final Room[] free = new Room[Integer.SIZE << STEP_BITS];
    /**
     * The number of messages in each hash bucket, by the messages' addresses. Most buffers contain no message when they
     * are released. For these buffers, the counts avoid a look-up in the map, which is larger than the processor's
     * caches.
     */
    private int[] kept = new int[1 << FIRST_KEPT_BITS];

    private int keptBits = FIRST_KEPT_BITS;
    /** The buffers that own the native memory for all messages. */
    private final List<ByteBuffer> slabs = new ArrayList<>();

    /**
     * Returns the native address at which bytes of a message must be stored, or {@code target} if the message is not
     * kept.
     *
     * @param target        the destination of the bytes, which is an address without memory.
     * @param ahead         the number of bytes that precede them in the message.
     * @param bytes         the number of bytes.
     * @param messageLength the length of the entire message in bytes.
     */
    public long keep(final long target, final int ahead, final int bytes, final int messageLength) {
        final Room room = room(target - ahead, ahead, Math.max(messageLength, bytes));
        return room != null && ahead + bytes <= room.size() ? room.address + ahead : target;
    }

    private Room room(final long start, final int ahead, final int length) {
        if (ahead != 0) {
            return messages.get(start);
        }
        end(start);
        final Room room = take(sizeClass(length));
        messages.put(start, room);
        kept[hash(start)]++;
        if (messages.size() > kept.length / COUNTS_PER_MESSAGE) {
            doubleCounts();
        }
        return room;
    }

    private void doubleCounts() {
        keptBits++;
        kept = new int[1 << keptBits];
        final Long2ObjectHashMap<Room>.KeyIterator addresses = messages.keySet().iterator();
        while (addresses.hasNext()) {
            kept[hash(addresses.nextLong())]++;
        }
    }

    /**
     * Returns the native address of the bytes of the message that was received at the given address. If no message was
     * received there, returns the native address of zeros.
     */
    long read(final long address) {
        final Room room = kept[hash(address)] == 0 ? null : messages.get(address);
        return room == null ? BufferUtil.address(ZEROS) : room.address;
    }

    /** Discards the message at an address, if there is one. */
    void end(final long address) {
        final int hash = hash(address);
        final Room room = kept[hash] == 0 ? null : messages.remove(address);
        if (room != null) {
            kept[hash]--;
            room.next = free[room.sizeClass];
            free[room.sizeClass] = room;
        }
    }

    /** Returns the number of kept messages. */
    public int size() {
        return messages.size();
    }

    private int hash(final long address) {
        return (int) (address * FIBONACCI >>> Long.SIZE - keptBits);
    }

    /** Returns the number of the smallest size that is sufficient. */
    private static int sizeClass(final int bytes) {
        final int last = Math.max(LEAST, bytes) - 1;
        final int shift = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(last) - STEP_BITS;
        return (shift << STEP_BITS) + (last >>> shift);
    }

    /** Returns the number of bytes in a space of a size class. */
    private static int size(final int sizeClass) {
        final int steps = sizeClass & (1 << STEP_BITS) - 1 | 1 << STEP_BITS;
        return steps + 1 << (sizeClass >>> STEP_BITS) - 1;
    }

    private Room take(final int sizeClass) {
        if (free[sizeClass] == null) {
            cut(sizeClass);
        }
        final Room room = free[sizeClass];
        free[sizeClass] = room.next;
        return room;
    }

    /** Allocates space for more messages. */
    private void cut(final int sizeClass) {
        final int size = size(sizeClass);
        final ByteBuffer slab = ByteBuffer.allocateDirect(Math.max(SLAB, size));
        slabs.add(slab);
        for (int at = slab.capacity() - size; at >= 0; at -= size) {
            final Room room = new Room(BufferUtil.address(slab) + at, sizeClass);
            room.next = free[sizeClass];
            free[sizeClass] = room;
        }
    }

    /** Native memory for one message, which is either in use or on a free list. */
    private static final class Room {
        final long address;
        final int sizeClass;
        Room next;

        Room(final long address, final int sizeClass) {
            this.address = address;
            this.sizeClass = sizeClass;
        }

        int size() {
            return LandedMessages.size(sizeClass);
        }
    }
}
