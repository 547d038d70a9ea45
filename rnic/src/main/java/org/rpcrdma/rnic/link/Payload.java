// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.memory.HostBytes;
import org.rpcrdma.rnic.roce.InternetHeader;
import org.rpcrdma.rnic.roce.RoceLayout;
import org.rpcrdma.verbs.Gid;

/**
 * A packet's payload: ranges of the sender's native memory or of a private buffer. The receiver copies each byte once,
 * in order.
 */
public final class Payload {
    private static final int MAX_LENGTH = 4096;
    private static final int ROUTE = RoceLayout.IPV6_LENGTH;
    /** The total length of the BTH, DETH and ICRC around a datagram's payload, in bytes. */
    private static final int TRANSPORT = 12 + 8 + 4;

    private static final long[] NO_ADDRESSES = {};
    private static final int[] NO_LENGTHS = {};
    private static final int FIRST_ROOM = 4;

    /**
     * The list that contains this payload while the packet is on the link and its bytes are in the sender's memory;
     * otherwise null.
     */
    PayloadsOnLink borrowing;

    Payload previousOnLink;
    Payload nextOnLink;

    private int length;
    private int fragments;
    /** The first fragment, which is usually the only one. A separate field avoids access to another cache line. */
    private long firstAddress;

    private int firstLength;
    /** The fragments after the first. */
    private long[] addresses = NO_ADDRESSES;

    private int[] lengths = NO_LENGTHS;
    private int cursor;
    private int cursorOffset;
    /** The buffer for copied bytes, which are preceded by space for a route header. Created on first use. */
    private UnsafeBuffer own;
    /** Created together with {@link #own}. */
    private InternetHeader route;

    /** The buffer for computed bytes. Created on first use. */
    private ByteBuffer calculated;

    private int calculatedLength;

    /** Returns the length in bytes. */
    public int length() {
        return length;
    }

    /** Removes all bytes. */
    void clear() {
        length = 0;
        fragments = 0;
        cursor = 0;
        cursorOffset = 0;
        calculatedLength = 0;
    }

    /** Adds a range of the sender's native memory. */
    public void add(final long address, final int bytes) {
        length += bytes;
        if (fragments == 0) {
            firstAddress = address;
            firstLength = bytes;
            fragments = 1;
        } else if (fragments == 1 && firstAddress + firstLength == address) {
            firstLength += bytes;
        } else {
            addBehind(address, bytes);
        }
    }

    private void addBehind(final long address, final int bytes) {
        final int last = fragments - 2;
        if (last >= 0 && addresses[last] + lengths[last] == address) {
            lengths[last] += bytes;
            return;
        }
        final int place = fragments++ - 1;
        if (place == addresses.length) {
            addresses = Arrays.copyOf(addresses, Math.max(FIRST_ROOM, place * 2));
            lengths = Arrays.copyOf(lengths, addresses.length);
        }
        addresses[place] = address;
        lengths[place] = bytes;
    }

    private long address(final int fragment) {
        return fragment == 0 ? firstAddress : addresses[fragment - 1];
    }

    private int length(final int fragment) {
        return fragment == 0 ? firstLength : lengths[fragment - 1];
    }

    /** Adds a copy of bytes that are not in the sender's memory. */
    public void addCopy(final long address, final int bytes) {
        if (calculated == null) {
            calculated = ByteBuffer.allocateDirect(MAX_LENGTH);
        }
        final long copy = BufferUtil.address(calculated) + calculatedLength;
        UnsafeApi.copyMemory(address, copy, bytes);
        calculatedLength += bytes;
        add(copy, bytes);
    }

    /** Adds a copy of another payload, none of which has been received yet. */
    void copy(final Payload other) {
        for (int i = 0; i < other.fragments; i++) {
            add(other.address(i), other.length(i));
        }
        if (length != 0) {
            detach();
        }
    }

    /** Copies the next bytes to the receiver's native memory. */
    public void copyTo(final long target, final int bytes) {
        int copied = 0;
        while (copied < bytes) {
            final int count = Math.min(bytes - copied, length(cursor) - cursorOffset);
            HostBytes.copy(address(cursor) + cursorOffset, target + copied, count);
            copied += count;
            cursorOffset += count;
            if (cursorOffset == length(cursor)) {
                cursor++;
                cursorOffset = 0;
            }
        }
    }

    /** Copies all bytes to native memory without consuming them. */
    public void peek(final long target) {
        copyTo(target, length);
        cursor = 0;
        cursorOffset = 0;
    }

    /** Copies all bytes from the sender's memory to the private buffer, which then holds the payload. */
    public void detach() {
        final long address = ownRoom();
        copyTo(address, length);
        hold(address);
    }

    /** Returns the native address of the bytes, which must be in the private buffer. */
    public long address() {
        return firstAddress;
    }

    /** Sets the payload to the 8 bytes of a value, in native byte order. */
    public void setLong(final long value) {
        final long address = ownRoom();
        UnsafeApi.putLong(address, value);
        length = Long.BYTES;
        hold(address);
    }

    /** Inverts one of the copied bytes. */
    void flipByte(final int offset) {
        final long address = address() + offset;
        UnsafeApi.putByte(address, (byte) ~UnsafeApi.getByte(address));
    }

    /**
     * Prepends a datagram's 40-byte route header to its bytes, which must be copied or empty. The route header is the
     * IPv6 header, or 20 zeros followed by the IPv4 header.
     *
     * <p>Source: InfiniBand specification, annex A17 (RoCEv2), 17.4.5.1.
     */
    public void prependRoute(final Gid source, final Gid destination) {
        final long address = ownRoom() - ROUTE;
        route.route(source.subnetPrefix(), source.interfaceId(), destination.subnetPrefix(), destination.interfaceId());
        route.setPayloadLength(TRANSPORT + length);
        own.setMemory(0, ROUTE, (byte) 0);
        route.writeInternet(own, ROUTE - route.internetLength());
        length += ROUTE;
        hold(address);
    }

    private long ownRoom() {
        if (own == null) {
            own = new UnsafeBuffer(ByteBuffer.allocateDirect(ROUTE + MAX_LENGTH));
            route = new InternetHeader();
        }
        return own.addressOffset() + ROUTE;
    }

    private void hold(final long address) {
        firstAddress = address;
        firstLength = length;
        fragments = 1;
        cursor = 0;
        cursorOffset = 0;
    }
}
