// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;

/** Posts chains of sends, sometimes on several queue pairs simultaneously. */
final class TrafficSteps extends Steps {
    private static final int LONGEST = Pair.SEND_DEPTH + 3;

    private final RequestDraw requests;
    private final ModelRequester requester = new ModelRequester();
    private final Map<Host, ExtendedSendRequests> chains = new HashMap<>();
    /** The footprint of the chains that were drawn earlier in this step. */
    private final Footprint others = new Footprint();
    /** The footprint of the chain that is being drawn. */
    private final Footprint chain = new Footprint();
    /** The footprint of the READs and atomics in the current chain. */
    private final Footprint reads = new Footprint();

    private final Footprint next = new Footprint();
    private int posted;

    /** A chain to be posted whose outcome has been predicted. */
    private record Posting(Pair.End end, List<Request> requests, Errno refusal, int refused) {}

    TrafficSteps(final World world, final Draw draw, final RequestDraw requests, final History history) {
        super(world, draw, history);
        this.requests = requests;
        for (final Host host : world.hosts) {
            chains.put(host, host.device.newSendRequests(LONGEST, ModelRequester.MAX_SGE + 1));
        }
    }

    int posted() {
        return posted;
    }

    @Override
    void step() {
        others.clear();
        final int count = draw.oneIn(3) ? 2 + draw.below(3) : 1;
        final List<Pair> used = new ArrayList<>();
        final List<Posting> postings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final Pair pair = draw.one(world.pairs);
            if (!used.contains(pair)) {
                used.add(pair);
                postings.add(draw(pair.ends[draw.below(2)], count == 1));
                others.addAll(chain);
            }
        }
        postings.forEach(this::post);
    }

    /** If a queue pair of the host can send, sends from memory that must be inaccessible. */
    void sendFrom(final Host host, final Request.Element element) {
        for (final Pair.End end : host.ends.values()) {
            if (end.model.state == QueuePairState.RTS && end.model.type == QueuePairType.RC) {
                final Request request = new Request(Request.Kind.SEND, draw.id(false));
                request.elements.add(element);
                post(new Posting(end, List.of(request), requester.post(end.model, request), 0));
                return;
            }
        }
    }

    private Posting draw(final Pair.End end, final boolean isAlone) {
        chain.clear();
        reads.clear();
        final List<Request> drawn = new ArrayList<>();
        final boolean wasRunning = end.model.state == QueuePairState.RTS;
        final int length = draw.oneIn(200) ? LONGEST : 1 + draw.below(5);
        while (drawn.size() < length) {
            final Request request = requests.request(end);
            next.take(end.model, request);
            final boolean changesKeys = request.kind.isLocal() || request.kind == Request.Kind.SEND_WITH_INVALIDATE;
            if (isUndetermined(end, request, wasRunning)) {
                continue;
            }
            if (changesKeys && !isAlone || next.meets(others)) {
                break;
            }
            awaitReads(request, changesKeys);
            drawn.add(request);
            final Errno refusal = requester.post(end.model, request);
            if (refusal != null) {
                return new Posting(end, drawn, refusal, drawn.size() - 1);
            }
            chain.addAll(next);
            if (request.kind.isRead()) {
                reads.addAll(next);
            }
            if (requester.isLate()) {
                break;
            }
        }
        return new Posting(end, drawn, null, 0);
    }

    /**
     * Returns true if the contract does not specify a request's effect. A local request may be executed before an
     * earlier request fails, and the first part of a message may be sent before the rest of its memory turns out to be
     * unmapped.
     */
    private static boolean isUndetermined(final Pair.End end, final Request request, final boolean wasRunning) {
        if (request.kind.isLocal()) {
            return wasRunning && end.model.state != QueuePairState.RTS;
        }
        return request.kind.isMessage()
                && request.total() > ModelRequester.MTU
                && !request.has(SendRequests.INLINE)
                && ModelRequester.isAllowed(end.model, request)
                && ModelRequester.localPieces(end.model, request, false).isFaulty;
    }

    /** Waits for READs in progress if a request uses their memory or changes their keys. */
    private void awaitReads(final Request request, final boolean changesKeys) {
        if (!reads.isEmpty() && (changesKeys || next.meets(reads))) {
            request.flags |= SendRequests.FENCE;
            request.flags &= ~SendRequests.INLINE;
        }
    }

    private void post(final Posting posting) {
        if (posting.requests.isEmpty()) {
            return;
        }
        final ExtendedSendRequests staged = chains.get(posting.end.host);
        staged.clear();
        for (final Request request : posting.requests) {
            request.stage(staged);
        }
        posted += posting.requests.size();
        history.add(() -> "post host=" + posting.end.host.model.number + " qp=" + posting.end.real.number() + " "
                + posting.end.model.type + " refusal=" + posting.refusal + " " + posting.requests);
        Checker.post(posting.refusal, posting.refused, () -> posting.end.real.postSend(staged));
    }
}
