// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;

/** A random send work request, described in the contract's terms. */
final class Request {
    enum Kind {
        SEND,
        SEND_WITH_IMMEDIATE,
        SEND_WITH_INVALIDATE,
        WRITE,
        WRITE_WITH_IMMEDIATE,
        READ,
        COMPARE_AND_SWAP,
        FETCH_AND_ADD,
        ATOMIC_WRITE,
        REGISTER,
        INVALIDATE,
        BIND;

        boolean isMessage() {
            return compareTo(WRITE_WITH_IMMEDIATE) <= 0;
        }

        boolean isSend() {
            return compareTo(SEND_WITH_INVALIDATE) <= 0;
        }

        boolean isAtomic() {
            return this == COMPARE_AND_SWAP || this == FETCH_AND_ADD;
        }

        /** Returns true if the request returns data. */
        boolean isRead() {
            return this == READ || isAtomic();
        }

        boolean isLocal() {
            return compareTo(REGISTER) >= 0;
        }

        boolean takesReceive() {
            return isSend() || this == WRITE_WITH_IMMEDIATE;
        }
    }

    /** A scatter/gather element. */
    record Element(long address, int length, int lkey) {}

    final Kind kind;
    final long wrId;
    final List<Element> elements = new ArrayList<>();
    int flags;
    long remoteAddress;
    int rkey;
    /** The immediate data, or the key to invalidate or register. */
    int value;
    /** The operands of atomics. */
    long compare;

    long operand;
    /** The object to register or bind. */
    Objects.Fast fast;
    /** The region to bind to. */
    Objects.Window window;

    Objects.Region region;
    int access;
    long length;
    /** The pages to register. */
    long[] pages;

    /** The destination of a datagram. */
    Objects.Destination destination;

    Request(final Kind kind, final long wrId) {
        this.kind = kind;
        this.wrId = wrId;
    }

    int total() {
        int total = 0;
        for (final Element element : elements) {
            total += element.length;
        }
        return total;
    }

    boolean has(final int flag) {
        return (flags & flag) != 0;
    }

    /** Copies the region's pages, because the registration will use them. */
    void takePages() {
        pages = fast.pages;
        remoteAddress = fast.start;
        length = fast.length;
    }

    void stage(final ExtendedSendRequests chain) {
        switch (kind) {
            case SEND -> chain.send(wrId, flags);
            case SEND_WITH_IMMEDIATE -> chain.sendWithImmediate(wrId, flags, value);
            case SEND_WITH_INVALIDATE -> chain.sendWithInvalidate(wrId, flags, value);
            case WRITE -> chain.rdmaWrite(wrId, flags, remoteAddress, rkey);
            case WRITE_WITH_IMMEDIATE -> chain.rdmaWriteWithImmediate(wrId, flags, remoteAddress, rkey, value);
            case READ -> chain.rdmaRead(wrId, flags, remoteAddress, rkey);
            case COMPARE_AND_SWAP -> chain.compareAndSwap(wrId, flags, remoteAddress, rkey, compare, operand);
            case FETCH_AND_ADD -> chain.fetchAndAdd(wrId, flags, remoteAddress, rkey, operand);
            case ATOMIC_WRITE -> chain.atomicWrite(wrId, flags, remoteAddress, rkey, operand);
            case REGISTER -> chain.registerMemory(wrId, flags, fast.real, value, access);
            case INVALIDATE -> chain.localInvalidate(wrId, flags, value);
            case BIND ->
                chain.bindMemoryWindow(wrId, flags, window.real, value, region.real, remoteAddress, length, access);
        }
        for (final Element element : elements) {
            chain.sge(element.address, element.length, element.lkey);
        }
        if (destination != null) {
            chain.destination(destination.handle(), destination.number(), destination.qkey());
        }
    }

    @Override
    public String toString() {
        return kind + "#" + wrId + " flags=" + flags + " remote=0x" + Long.toHexString(remoteAddress) + " rkey=0x"
                + Integer.toHexString(rkey) + " value=0x" + Integer.toHexString(value) + " access=" + access
                + " length=" + length + " " + elements;
    }
}
