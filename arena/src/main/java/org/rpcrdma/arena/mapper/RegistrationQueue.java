// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.arena.jvm.Failures;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/**
 * Registers and invalidates fast-register regions of a protection domain, one after the other: each waited for, or
 * posted and found done later.
 *
 * <pre>
 *   REG_MR, LOCAL_INV --&gt; queue pair, connected to itself --&gt; completion, awaited, or polled with the next
 * </pre>
 *
 * <p>Its queue pair is made when it is needed, and made anew after a request failed, since that leaves the old one in
 * the state ERR: all later requests have failed with it. Thread-safe in itself; methods that wait are called
 * on the event loop's thread.
 */
final class RegistrationQueue implements AutoCloseable {
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int BATCH = 16;
    /**
     * Requests on their way, where they are not awaited one by one: fewer than a NIC carries out, at a microsecond
     * each, while the peer is told that its connection is accepted.
     */
    private static final int MOST_POSTED = 8;

    private final ProtectionDomain domain;
    private final EventLoop loop;
    private final int depth;
    private final SendRequests chain;
    private final Completions batch = new Completions(BATCH);
    /** The oldest first: completions come in this order. */
    private final ArrayDeque<Request> posted = new ArrayDeque<>();

    private CompletionQueue completions;
    private QueuePair queuePair;
    /** The queue pair takes requests: none has failed so far. */
    private boolean isFit;

    /** A request that was posted. */
    private record Request(FastRegistration registration, boolean registers, int key) {
        /** Tells how it ended: with a failure, or null. */
        void end(final VerbsException failure) {
            if (failure != null) {
                registration.fail(failure);
            } else if (registers) {
                registration.registered();
            } else {
                registration.invalidated();
            }
        }

        VerbsException failed(final String how) {
            return new VerbsException(
                    Errno.EIO,
                    (registers ? "registration" : "invalidation") + " failed: " + how + " key=0x"
                            + Integer.toHexString(key));
        }
    }

    private RegistrationQueue(final ProtectionDomain domain, final EventLoop loop, final int depth) {
        this.domain = domain;
        this.loop = loop;
        this.depth = depth;
        chain = domain.device().newSendRequests(1, 1);
    }

    /** Returns a queue that waits for each request. */
    static RegistrationQueue awaiting(final ProtectionDomain domain, final EventLoop loop) {
        return new RegistrationQueue(domain, loop, 1);
    }

    /** Returns a queue that waits only if it is full. */
    static RegistrationQueue posting(final ProtectionDomain domain, final EventLoop loop) {
        return new RegistrationQueue(
                domain, loop, Math.min(MOST_POSTED, domain.device().attributes().maxQpWr()));
    }

    /**
     * Makes a FREE region VALID for the pages that were set on it. The registration is told how it ended, now or
     * later.
     *
     * @throws VerbsException if it was not posted: the region may be VALID all the same.
     */
    synchronized void register(
            final FastRegistration of, final FastRegisterRegion region, final int key, final int access) {
        chain.clear();
        chain.registerMemory(0, SendRequests.SIGNALED, region, key, access);
        post(new Request(of, true, key));
    }

    /** Makes a VALID region FREE, in the same way. */
    synchronized void invalidate(final FastRegistration of, final int key) {
        chain.clear();
        chain.localInvalidate(0, SendRequests.SIGNALED, key);
        post(new Request(of, false, key));
    }

    /** Waits until nothing is on its way. */
    synchronized void settle() {
        while (!posted.isEmpty()) {
            awaitSome();
        }
    }

    private void post(final Request request) {
        collect();
        try {
            open();
            queuePair.postSend(chain);
        } catch (final RuntimeException | Error e) {
            abandon(e instanceof VerbsException refusal ? refusal : request.failed(e.toString()));
            throw e;
        }
        posted.add(request);
        while (posted.size() >= depth) {
            awaitSome();
        }
    }

    private void awaitSome() {
        final Request first = posted.peek();
        try {
            if (!loop.await(completions, TIMEOUT_NANOS)) {
                abandon(first.failed("no completion in " + TIMEOUT_NANOS + " ns"));
            }
        } catch (final RuntimeException | Error e) {
            abandon(first.failed(e.toString()));
            throw e;
        }
        collect();
    }

    /** Handles completions: regions that are free again go to their pools. */
    synchronized void collect() {
        while (!posted.isEmpty() && completions.poll(batch) > 0) {
            for (int i = 0; i < batch.count() && !posted.isEmpty(); i++) {
                if (batch.status(i) == CompletionStatus.SUCCESS) {
                    posted.remove().end(null);
                } else {
                    abandon(posted.peek().failed("status=" + CompletionStatus.name(batch.status(i))));
                }
            }
        }
    }

    /** All that is on its way has failed. */
    private void abandon(final VerbsException failure) {
        final ArrayDeque<Request> failed = new ArrayDeque<>(posted);
        posted.clear();
        Failures.closing(failure, this::closeQueues);
        for (final Request request : failed) {
            request.end(failure);
        }
    }

    private void open() {
        if (isFit) {
            return;
        }
        closeQueues();
        completions = domain.device().createCompletionQueue(depth, loop, awaited -> {});
        queuePair = domain.createQueuePair(new QueuePairAttributes(completions, completions, depth, 1, 1));
        queuePair.connectToItself();
        isFit = true;
    }

    private void closeQueues() {
        isFit = false;
        if (queuePair != null) {
            queuePair.close();
            queuePair = null;
        }
        if (completions != null) {
            completions.close();
            completions = null;
        }
    }

    /** Waits for posted requests, and gives the queue pair back; it is made anew if needed. */
    @Override
    public synchronized void close() {
        settle();
        closeQueues();
    }
}
