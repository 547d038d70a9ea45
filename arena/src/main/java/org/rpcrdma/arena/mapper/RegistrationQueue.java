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
 * Registers and invalidates the fast-register regions of a protection domain, in order. The queue either waits for each
 * request, or posts it and polls its completion later.
 *
 * <pre>
 *   REG_MR, LOCAL_INV --&gt; queue pair, connected to itself --&gt; completion: awaited, or polled later
 * </pre>
 *
 * <p>The queue creates its queue pair when needed. After a failed request, it replaces the queue pair, because a queue
 * pair in the state ERR fails all later requests. Thread-safe, except that methods that wait must be called on the
 * event loop's thread.
 */
final class RegistrationQueue implements AutoCloseable {
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int BATCH = 16;
    /**
     * The maximum number of requests that may be outstanding if the queue posts without waiting. A NIC completes each
     * request in about a microsecond, before the peer receives the acceptance of its connection.
     */
    private static final int MOST_POSTED = 8;

    private final ProtectionDomain domain;
    private final EventLoop loop;
    private final int depth;
    private final SendRequests chain;
    private final Completions batch = new Completions(BATCH);
    /** The posted requests, beginning with the oldest. They complete in this order. */
    private final ArrayDeque<Request> posted = new ArrayDeque<>();

    private CompletionQueue completions;
    private QueuePair queuePair;
    /** True if the queue pair accepts requests, because no request has failed so far. */
    private boolean isFit;

    /** A posted request. */
    private record Request(FastRegistration registration, boolean registers, int key) {
        /** Passes the outcome to the registration: a failure, or null for success. */
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

    /** Creates a queue that waits for each request. */
    static RegistrationQueue awaiting(final ProtectionDomain domain, final EventLoop loop) {
        return new RegistrationQueue(domain, loop, 1);
    }

    /** Creates a queue that waits only if it is full. */
    static RegistrationQueue posting(final ProtectionDomain domain, final EventLoop loop) {
        return new RegistrationQueue(
                domain, loop, Math.min(MOST_POSTED, domain.device().attributes().maxQpWr()));
    }

    /**
     * Makes a FREE region VALID for the pages that have been set on it. The registration is notified of the outcome,
     * either during this call or later.
     *
     * @throws VerbsException if the request was not posted; the region may still be VALID.
     */
    synchronized void register(
            final FastRegistration of, final FastRegisterRegion region, final int key, final int access) {
        chain.clear();
        chain.registerMemory(0, SendRequests.SIGNALED, region, key, access);
        post(new Request(of, true, key));
    }

    /** Makes a VALID region FREE. The registration is notified of the outcome, either during this call or later. */
    synchronized void invalidate(final FastRegistration of, final int key) {
        chain.clear();
        chain.localInvalidate(0, SendRequests.SIGNALED, key);
        post(new Request(of, false, key));
    }

    /** Waits until no request is outstanding. */
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
                abandon(first.failed("no completion arrived within " + TIMEOUT_NANOS + " ns"));
            }
        } catch (final RuntimeException | Error e) {
            abandon(first.failed(e.toString()));
            throw e;
        }
        collect();
    }

    /** Handles completions. Regions that are FREE return to their pools. */
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

    /** Fails all outstanding requests. */
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

    /** Waits for posted requests and releases the queue pair. If a queue pair is needed again, a new one is created. */
    @Override
    public synchronized void close() {
        settle();
        closeQueues();
    }
}
