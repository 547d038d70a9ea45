// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedDevice;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;

/**
 * One side of a row: a protection domain, a completion queue and a queue pair, with methods that post and poll. The
 * testbed closes these resources. Used by the row's thread.
 */
public final class Endpoint {
    /** The capacity of each queue, in work requests. */
    public static final int DEPTH = 16;
    /** The maximum number of elements per send work request. */
    public static final int SGE = 4;
    /** The size of a huge page, in bytes. */
    private static final int HUGE_PAGE = 2 * 1024 * 1024;
    /** The maximum time to wait for a completion, in ns. */
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private final Testbed bed;
    private final ExtendedDevice device;
    private final EventLoop loop;
    private final ExtendedProtectionDomain domain;
    private final CompletionQueue queue;
    private final Completions batch = new Completions(64);
    private final Deque<Completion> polled = new ArrayDeque<>();
    private final ExtendedSendRequests sends;
    private final ReceiveRequests receives;
    private QueuePair queuePair;
    private Consumer<ExtendedSendRequests> addressing = staged -> {};

    /**
     * Creates a side. The testbed closes its resources.
     *
     * @param bed    the testbed.
     * @param device the endpoint's device.
     * @param loop   the loop that runs the endpoint's handlers.
     */
    public Endpoint(final Testbed bed, final ExtendedDevice device, final EventLoop loop) {
        this.bed = bed;
        this.device = device;
        this.loop = loop;
        domain = bed.own(device.allocateProtectionDomain());
        queue = bed.own(device.createCompletionQueue(4 * DEPTH, loop, ready -> {}));
        sends = device.newSendRequests(2 * DEPTH, SGE);
        receives = device.newReceiveRequests(2 * DEPTH);
    }

    /** Creates a side on the client's device. */
    public static Endpoint ofClient(final Testbed bed) {
        return new Endpoint(bed, bed.client(), bed.clientLoop());
    }

    /**
     * Returns the endpoint's device.
     *
     * @return the device.
     */
    public ExtendedDevice device() {
        return device;
    }

    /**
     * Returns the endpoint's protection domain.
     *
     * @return the domain.
     */
    public ExtendedProtectionDomain domain() {
        return domain;
    }

    /**
     * Returns the completion queue for sends and Receives.
     *
     * @return the queue.
     */
    public CompletionQueue queue() {
        return queue;
    }

    /**
     * Returns the event loop that runs the endpoint's handlers.
     *
     * @return the loop.
     */
    public EventLoop loop() {
        return loop;
    }

    /**
     * Returns the attributes for a plain queue pair that uses this completion queue.
     *
     * @return attributes, which the caller may change.
     */
    public QueuePairAttributes attributes() {
        return new QueuePairAttributes(queue, queue, DEPTH, DEPTH, SGE);
    }

    /**
     * Sets the current queue pair. The testbed closes it.
     *
     * @param created the queue pair.
     * @return the same queue pair.
     */
    public QueuePair use(final QueuePair created) {
        queuePair = bed.own(created);
        return queuePair;
    }

    /**
     * Sets the destination of subsequent posts, one request at a time.
     *
     * @param destination sets the destination of the last staged request.
     */
    public void address(final Consumer<ExtendedSendRequests> destination) {
        addressing = destination;
    }

    /**
     * Returns the current queue pair.
     *
     * @return the queue pair.
     */
    public QueuePair queuePair() {
        return queuePair;
    }

    /**
     * Allocates memory, which the testbed closes.
     *
     * @param length the length, in bytes.
     * @return the memory, filled with zeros.
     */
    public TestBuffer buffer(final int length) {
        return bed.own(new TestBuffer(device.memory().allocate(TestBuffer.blockLength(length), 4096), length));
    }

    /**
     * Allocates and registers memory. The testbed closes both.
     *
     * @param length the length, in bytes.
     * @param value  the byte with which the memory is filled.
     * @param access {@link org.rpcrdma.verbs.Access} rights.
     * @return the memory.
     */
    public Memory memory(final int length, final int value, final int access) {
        final TestBuffer buffer = buffer(length);
        buffer.fill(value);
        return register(buffer, TestBuffer::register, access);
    }

    /**
     * Registers a buffer. The testbed closes the region.
     *
     * @param buffer the buffer.
     * @param way    registers the buffer.
     * @param access {@link org.rpcrdma.verbs.Access} rights.
     * @return the memory.
     */
    public Memory register(final TestBuffer buffer, final Registering way, final int access) {
        return new Memory(buffer, bed.own(way.register(buffer, domain, access)));
    }

    /** Returns another protection domain of the device. The testbed closes it. */
    public ExtendedProtectionDomain anotherDomain() {
        return bed.own(device.allocateProtectionDomain());
    }

    /**
     * Allocates memory in pages of 2 MB. The testbed closes it.
     *
     * @param length the length, in bytes.
     * @return the memory, filled with zeros; its pages contain no other memory.
     */
    public TestBuffer hugeBuffer(final int length) {
        final long pages = (TestBuffer.blockLength(length) + HUGE_PAGE - 1) / HUGE_PAGE;
        return bed.own(new TestBuffer(device.memory().allocate(pages * HUGE_PAGE, HUGE_PAGE), length));
    }

    /**
     * Posts a chain of requests. The last request is sent to the configured datagram address.
     *
     * @param requests stages the chain.
     * @return this endpoint, whose completion can be awaited.
     */
    public Endpoint post(final Consumer<ExtendedSendRequests> requests) {
        sends.clear();
        requests.accept(sends);
        addressing.accept(sends);
        queuePair.postSend(sends);
        return this;
    }

    /**
     * Posts a request with one element.
     *
     * @param memory  the memory; the element starts at its first byte.
     * @param length  the element's length, in bytes.
     * @param request stages the request.
     * @return this endpoint, whose completion can be awaited.
     */
    public Endpoint post(final Memory memory, final int length, final Consumer<ExtendedSendRequests> request) {
        return post(request.andThen(staged -> staged.sge(memory.iova(), length, memory.lkey())));
    }

    /**
     * Invalidates a key.
     *
     * @param key the key.
     * @return this endpoint, whose completion can be awaited.
     */
    public Endpoint invalidate(final int key) {
        return post(staged -> staged.localInvalidate(2, SendRequests.SIGNALED, key));
    }

    /**
     * Posts a Receive.
     *
     * @param wrId   the id in the Receive's completion.
     * @param iova   the target address.
     * @param length the target's length, in bytes.
     * @param lkey   the buffer's key.
     */
    public void receive(final long wrId, final long iova, final int length, final int lkey) {
        receives.clear();
        receives.receive(wrId, iova, length, lkey);
        queuePair.postReceive(receives);
    }

    /**
     * Waits for the next completion.
     *
     * @return the completion.
     */
    public Completion next() {
        final long end = loop.nanoTime() + PATIENCE_NANOS;
        while (!poll()) {
            queue.arm();
            if (poll()) {
                break;
            }
            if (loop.nanoTime() >= end || !bed.runOnce(loop, end - loop.nanoTime())) {
                throw new RowFailure("no completion within " + PATIENCE_NANOS / 1_000_000_000L + " s");
            }
        }
        return polled.remove();
    }

    /**
     * Waits for the next completion and expects success.
     *
     * @param what the name of the work request.
     * @return the completion.
     */
    public Completion nextSuccess(final String what) {
        return next(what, CompletionStatus.SUCCESS);
    }

    /**
     * Waits for the next completion and expects a status.
     *
     * @param what   the name of the work request.
     * @param status a {@link CompletionStatus}.
     * @return the completion.
     */
    public Completion next(final String what, final int status) {
        final Completion completion = next();
        Expect.status(what, status, completion);
        return completion;
    }

    /** Expects the next completion to report that a work request succeeded. */
    public void expectNext(final String what, final long wrId) {
        Expect.equal("wr_id of the " + what, wrId, nextSuccess(what).wrId());
    }

    /** Moves the queue pair to a state. */
    public void moveTo(final QueuePairState state) {
        queuePair.modify(new QueuePairParameters().state(state));
    }

    /** Expects the queue pair to be in a state. */
    public void expectState(final QueuePairState state) {
        Expect.equal("state", state, queuePair.state());
    }

    /** Waits until the testbed is idle and expects no completion. */
    public void expectNone() {
        bed.settle();
        Expect.that("no further completion", !poll());
    }

    /** Discards the pending completions. */
    public void drain() {
        while (poll()) {
            polled.clear();
        }
    }

    private boolean poll() {
        queue.poll(batch);
        for (int i = 0; i < batch.count(); i++) {
            polled.add(Completion.of(batch, i));
        }
        return !polled.isEmpty();
    }
}
