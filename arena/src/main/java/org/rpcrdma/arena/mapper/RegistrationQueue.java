// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

import java.util.concurrent.TimeUnit;
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
import org.rpcrdma.verbs.jvm.Failures;

/**
 * Registers and invalidates fast-register regions of a protection domain, one after the other, each waited for.
 *
 * <pre>
 *   REG_MR, LOCAL_INV --&gt; queue pair, connected to itself --&gt; completion, awaited
 * </pre>
 *
 * <p>Its queue pair is made when it is needed, and made anew after a request failed, since that leaves the old one in
 * the state ERR. Thread-safe in itself; used on the event loop's thread, as queue pairs are.
 */
final class RegistrationQueue implements AutoCloseable {
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ProtectionDomain domain;
    private final EventLoop loop;
    private final SendRequests chain;
    private final Completions batch = new Completions(1);
    private CompletionQueue completions;
    private QueuePair queuePair;

    /** Every request so far that the queue pair took has succeeded. */
    private boolean isFit;

    RegistrationQueue(final ProtectionDomain domain, final EventLoop loop) {
        this.domain = domain;
        this.loop = loop;
        chain = domain.device().newSendRequests(1, 1);
    }

    /** Makes a FREE region VALID for the pages that were set on it. If it fails, the region may be either. */
    synchronized void register(final FastRegisterRegion region, final int key, final int access) {
        chain.clear();
        chain.registerMemory(0, SendRequests.SIGNALED, region, key, access);
        carryOut("registration", key);
    }

    /** Makes a VALID region FREE. If it fails, the region may be either. */
    synchronized void invalidate(final int key) {
        chain.clear();
        chain.localInvalidate(0, SendRequests.SIGNALED, key);
        carryOut("invalidation", key);
    }

    private void carryOut(final String what, final int key) {
        try {
            open();
            isFit = false;
            queuePair.postSend(chain);
            if (!loop.await(completions, TIMEOUT_NANOS)) {
                throw failed(what, key, "no completion in " + TIMEOUT_NANOS + " ns");
            }
            completions.poll(batch);
            if (batch.status(0) != CompletionStatus.SUCCESS) {
                throw failed(what, key, "status=" + CompletionStatus.name(batch.status(0)));
            }
            isFit = true;
        } catch (final RuntimeException | Error e) {
            Failures.closing(e, this);
            throw e;
        }
    }

    private static VerbsException failed(final String what, final int key, final String how) {
        return new VerbsException(Errno.EIO, what + " failed: " + how + " key=0x" + Integer.toHexString(key));
    }

    private void open() {
        if (isFit) {
            return;
        }
        close();
        completions = domain.device().createCompletionQueue(1, loop, awaited -> {});
        queuePair = domain.createQueuePair(new QueuePairAttributes(completions, completions, 1, 1, 1));
        queuePair.connectToItself();
    }

    /** Gives the queue pair back, and takes from the device what is still posted; it is made anew if needed. */
    @Override
    public synchronized void close() {
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
}
