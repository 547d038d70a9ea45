// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/** Draws send work requests for a queue pair. Most of them succeed. */
record RequestDraw(Draw draw) {
    private static final int LOW_BYTE = 0xff;
    private static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE;
    private static final Request.Kind[] KINDS = Request.Kind.values();
    private static final Request.Kind[] DATAGRAMS = {Request.Kind.SEND, Request.Kind.SEND_WITH_IMMEDIATE};

    Request request(final Pair.End end) {
        final Request request = new Request(kind(end), draw.id(false));
        request.flags = draw.oneIn(3) ? 0 : SendRequests.SIGNALED;
        request.flags |= draw.oneIn(16) ? SendRequests.FENCE : 0;
        request.flags |= draw.oneIn(16) ? SendRequests.SOLICITED : 0;
        request.value = (int) draw.any();
        switch (request.kind) {
            case REGISTER -> register(request, end);
            case INVALIDATE -> request.value = invalidatable(end);
            case BIND -> bind(request, end);
            default -> transfer(request, end);
        }
        if (draw.oneIn(400)) {
            request.elements.clear();
            for (int i = 0; i <= ModelRequester.MAX_SGE; i++) {
                request.elements.add(draw.element(end.host, end.model.domain, 1, false));
            }
        }
        return request;
    }

    private Request.Kind kind(final Pair.End end) {
        if (end.model.type == QueuePairType.UD && !draw.oneIn(200)) {
            return DATAGRAMS[draw.below(DATAGRAMS.length)];
        }
        if (end.model.type == QueuePairType.UC && !draw.oneIn(200)) {
            return draw.oneIn(3) ? Request.Kind.WRITE : KINDS[draw.below(Request.Kind.WRITE_WITH_IMMEDIATE.ordinal())];
        }
        final Request.Kind kind = KINDS[draw.below(KINDS.length)];
        return hasObject(kind, end) || draw.oneIn(50) && hasAny(kind, end.host) ? kind : Request.Kind.SEND;
    }

    /** Returns true if there is an object with which the request can succeed. */
    private boolean hasObject(final Request.Kind kind, final Pair.End end) {
        return switch (kind) {
            case REGISTER -> fast(end, false) != null;
            case INVALIDATE -> fast(end, true) != null || window(end, true) != null;
            case BIND -> window(end, false) != null && bindable(end) != null;
            case SEND_WITH_INVALIDATE -> fast(end.peer(), true) != null || window(end.peer(), true) != null;
            default -> true;
        };
    }

    /** Returns true if there is an object with which the request fails. */
    private boolean hasAny(final Request.Kind kind, final Host host) {
        return switch (kind) {
            case REGISTER -> !host.fasts.isEmpty();
            case BIND -> anyWindow(host) != null && anyRegion(host) != null;
            default -> true;
        };
    }

    private Objects.Window anyWindow(final Host host) {
        return draw.one(host.windows, window -> window.model.kind == ModelKey.Kind.WINDOW_2);
    }

    private Objects.Region anyRegion(final Host host) {
        return draw.one(host.regions, region -> region.model.place >= 0);
    }

    private Objects.Fast fast(final Pair.End end, final boolean isOpen) {
        return draw.one(end.host.fasts, fast -> fast.model.isOpen == isOpen && fast.model.domain == end.model.domain);
    }

    private Objects.Window window(final Pair.End end, final boolean isOpen) {
        return draw.one(
                end.host.windows,
                window -> window.model.kind == ModelKey.Kind.WINDOW_2
                        && window.model.isOpen == isOpen
                        && window.model.domain == end.model.domain
                        && (!isOpen || window.model.binder == end.model));
    }

    Objects.Region bindable(final Pair.End end) {
        return draw.one(
                end.host.regions,
                region -> region.model.isOpen
                        && region.model.place >= 0
                        && region.model.start != 0
                        && region.model.domain == end.model.domain
                        && (region.model.access & Access.MW_BIND) != 0);
    }

    private int invalidatable(final Pair.End end) {
        if (draw.oneIn(40)) {
            final Objects.Region region = draw.one(end.host.regions);
            return region == null || draw.oneIn(2) ? (int) draw.any() : region.model.key;
        }
        final Objects.Fast fast = fast(end, true);
        final Objects.Window window = fast == null || draw.oneIn(2) ? window(end, true) : null;
        return window != null ? window.model.key : fast != null ? fast.model.key : (int) draw.any();
    }

    private void register(final Request request, final Pair.End end) {
        request.fast = draw.oneIn(60) ? draw.one(end.host.fasts) : fast(end, false);
        request.fast = request.fast == null ? draw.one(end.host.fasts) : request.fast;
        request.value = nextKey(request.fast.model.key);
        request.value ^= draw.oneIn(100) ? 1 << Byte.SIZE : 0;
        request.access = draw.oneIn(3) ? draw.below(RIGHTS + 1) : RIGHTS;
        request.takePages();
    }

    /** Returns the next key, or a key with another low byte that has not been used recently. */
    private int nextKey(final int key) {
        return key & ~LOW_BYTE | key + 1 + (draw.oneIn(4) ? draw.below(LOW_BYTE) : 0) & LOW_BYTE;
    }

    private void bind(final Request request, final Pair.End end) {
        request.window = draw.oneIn(60) ? null : window(end, false);
        request.window = request.window == null ? anyWindow(end.host) : request.window;
        request.region = draw.oneIn(60) ? null : bindable(end);
        request.region = request.region == null ? anyRegion(end.host) : request.region;
        request.value = nextKey(request.window.model.key);
        range(request, request.region.model);
    }

    /** Chooses a range within a region for a window, and the window's access rights. */
    void range(final Request request, final ModelKey region) {
        request.length = 1 + (draw.any() >>> 1) % region.length;
        request.remoteAddress = region.start + (draw.any() >>> 1) % (region.length - request.length + 1);
        request.remoteAddress -= draw.oneIn(60) ? region.length : 0;
        request.access = draw.oneIn(3) ? draw.below(RIGHTS + 1) : RIGHTS;
        request.access &= ModelHost.isWritable(region.access) || draw.oneIn(60) ? RIGHTS : Access.REMOTE_READ;
        request.access |= request.window.model.kind == ModelKey.Kind.WINDOW_2 && draw.oneIn(4) ? Access.ZERO_BASED : 0;
    }

    private void transfer(final Request request, final Pair.End end) {
        int bytes = request.kind.isAtomic() || request.kind == Request.Kind.ATOMIC_WRITE ? Long.BYTES : draw.length();
        switch (request.kind) {
            case WRITE, WRITE_WITH_IMMEDIATE, ATOMIC_WRITE ->
                bytes = draw.remote(request, end.peer(), bytes, Access.REMOTE_WRITE);
            case READ -> bytes = draw.remote(request, end.peer(), bytes, Access.REMOTE_READ);
            case COMPARE_AND_SWAP, FETCH_AND_ADD -> draw.remote(request, end.peer(), bytes, Access.REMOTE_ATOMIC);
            case SEND_WITH_INVALIDATE -> request.value = invalidatable(end.peer());
            default -> {
                // uses no memory of the peer
            }
        }
        operands(request, end);
        if (request.kind != Request.Kind.ATOMIC_WRITE) {
            elements(request, end, bytes);
        }
        if (end.model.type == QueuePairType.UD) {
            request.destination = new Objects.Destination(
                    end.way, end.peer().real.number(), draw.oneIn(50) ? Pair.QKEY + 1 : Pair.QKEY, end.peer().model);
        }
    }

    private void operands(final Request request, final Pair.End end) {
        request.operand = draw.any();
        request.compare = draw.any();
        final ModelKey key = end.peer().host.model.keys.get(request.rkey);
        if (request.kind == Request.Kind.COMPARE_AND_SWAP
                && draw.oneIn(2)
                && key != null
                && key.kind == ModelKey.Kind.REGION
                && key.isOpen
                && key.covers(request.remoteAddress, Long.BYTES)) {
            request.compare = end.peer().host.model.memory.number(key.offset(request.remoteAddress));
        }
    }

    private void elements(final Request request, final Pair.End end, final int bytes) {
        final boolean isRead = request.kind.isRead();
        int left = bytes;
        final int count = request.kind.isAtomic() ? 1 : 1 + draw.below(ModelRequester.MAX_SGE);
        for (int i = 0; i < count && (left > 0 || i == 0); i++) {
            final int most = i == count - 1 || draw.oneIn(2) ? left : draw.below(left + 1);
            final Request.Element element = draw.element(end.host, end.model.domain, most, isRead);
            request.elements.add(element);
            left -= Math.min(left, element.length());
        }
        if (request.kind.isMessage() && draw.oneIn(8) && isInlinable(request, end)) {
            request.flags |= SendRequests.INLINE;
        }
    }

    /**
     * Returns true if the addresses of the elements equal the addresses of the memory, so that they refer to the same
     * bytes in an inline request.
     */
    private static boolean isInlinable(final Request request, final Pair.End end) {
        for (final Request.Element element : request.elements) {
            final ModelKey key = end.host.model.keys.get(element.lkey());
            final boolean isInPlace = key != null
                    && key.kind == ModelKey.Kind.REGION
                    && key.place >= 0
                    && key.start == end.host.block.address() + key.place
                    && end.host.model.allowsLocal(end.model.domain, element, element.length(), 0);
            if (!isInPlace) {
                return false;
            }
        }
        return true;
    }
}
