// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import static org.rpcrdma.verbs.Access.LOCAL_WRITE;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.verbs.QueuePairType;

/**
 * The memory and queues that requests use. The model can predict concurrent requests one after another if their
 * footprints are disjoint.
 */
final class Footprint {
    private record Part(Object what, int from, int to, boolean isWrite) {
        boolean meets(final Part other) {
            return what == other.what && (isWrite || other.isWrite) && from < other.to && other.from < to;
        }
    }

    private final List<Part> parts = new ArrayList<>();

    void clear() {
        parts.clear();
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    void addAll(final Footprint other) {
        parts.addAll(other.parts);
    }

    boolean meets(final Footprint other) {
        for (final Part part : parts) {
            for (final Part mine : other.parts) {
                if (part.meets(mine)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Sets this object to the footprint of a request that is about to be posted. */
    void take(final ModelQueuePair queuePair, final Request request) {
        clear();
        final boolean isRead = request.kind.isRead();
        for (final Request.Element element : request.elements) {
            addElement(queuePair, element, isRead);
        }
        if (request.kind.isLocal() || request.kind == Request.Kind.SEND_WITH_INVALIDATE) {
            return;
        }
        final ModelQueuePair peer = queuePair.type == QueuePairType.UD ? request.destination.target() : queuePair.peer;
        if (request.kind.takesReceive()) {
            addReceives(peer);
        }
        if (!request.kind.isSend()) {
            addRemote(peer, request);
        }
    }

    private void addElement(final ModelQueuePair queuePair, final Request.Element element, final boolean isWrite) {
        if (element.length() != 0
                && queuePair.host.allowsLocal(queuePair.domain, element, element.length(), isWrite ? LOCAL_WRITE : 0)) {
            final Pieces pieces = new Pieces(queuePair.host);
            queuePair.host.resolve(element.lkey(), element.address(), element.length(), isWrite, pieces);
            add(pieces, isWrite);
        } else if (element.length() != 0) {
            // The key may allow access to a part of the memory, which is sufficient for a short message.
            parts.add(new Part(queuePair.host, 0, queuePair.host.memory.bytes.length, isWrite));
        }
    }

    private void addReceives(final ModelQueuePair peer) {
        parts.add(new Part(peer.receives, 0, 1, true));
        for (final ModelQueuePair.Receive receive : peer.receives.waiting) {
            for (final Request.Element element : receive.elements()) {
                addElement(peer, element, true);
            }
        }
    }

    private void addRemote(final ModelQueuePair peer, final Request request) {
        final boolean isWrite = request.kind != Request.Kind.READ;
        final int bytes = request.kind.isMessage() || request.kind == Request.Kind.READ ? request.total() : Long.BYTES;
        if (peer.host.allowsPeer(peer, request.rkey, request.remoteAddress, bytes, 0)) {
            add(ModelResponder.remotePieces(peer, request, bytes, isWrite), isWrite);
        }
    }

    private void add(final Pieces pieces, final boolean isWrite) {
        for (int i = 0; i < pieces.count; i++) {
            if (pieces.offset(i) != Pieces.NOWHERE) {
                parts.add(new Part(pieces.host, pieces.offset(i), pieces.offset(i) + pieces.length(i), isWrite));
            }
        }
    }
}
