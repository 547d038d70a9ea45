// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.ibverbs.FakeConnections.ADDR_RESOLVED;
import static org.rpcrdma.ibverbs.FakeConnections.CONNECT_REQUEST;
import static org.rpcrdma.ibverbs.FakeConnections.CONNECT_RESPONSE;
import static org.rpcrdma.ibverbs.FakeConnections.ROUTE_RESOLVED;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/**
 * Repeats a complete run. In each repetition, a different library call fails. No object may be left behind, and no
 * object may be used after it has been destroyed.
 */
class FaultSweepTest extends DriverTest implements ConnectionHandler {
    private static final ConnectionParameters PARAMETERS = new ConnectionParameters(new byte[] {1}, 4, 6, 7);
    private static final int MORE_CALLS_THAN_THERE_ARE = 1000;

    private final FakeConnections connections = new FakeConnections(fake);
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    @Override
    public void onEstablished(final Connection connection, final byte[] privateData) {}

    @Override
    public void onRejected(final Connection connection, final String reason) {}

    @Override
    public void onDisconnected(final Connection connection) {}

    private <T extends AutoCloseable> T own(final T object) {
        opened.push(object);
        return object;
    }

    @Test
    void shouldLeaveNothingBehindWhicheverCallFails() throws Exception {
        // A first run without failures creates the descriptor for asynchronous events and the objects that stay loaded.
        fake.extend(FakeVerbs.CREATE_QP_EX, (context, attributes, c, d, e, f) -> fake.object());
        fake.on("ibv_qp_to_qp_ex", (queuePair, b, c, d, e, f) -> queuePair);
        live();
        giveBack();
        final long descriptors = descriptors();
        int failing = 0;
        do {
            fake.ledger.failAfter(failing);
            final String what = "failing call " + failing;
            try {
                live();
            } catch (final VerbsException e) {
                assertTrue(e.getMessage().contains(" failed: errno="), e.getMessage());
            }
            giveBack();
            assertEquals("[]", fake.ledger.problems().toString(), what);
            assertEquals(descriptors, descriptors(), what);
        } while (fake.ledger.hasFailed() && failing++ < MORE_CALLS_THAN_THERE_ARE);
        assertTrue(failing > 50, "calls=" + failing);
    }

    /**
     * Returns the number of descriptors that belong to event loops and their channels. The JVM may open and close other
     * descriptors at any time.
     */
    private static long descriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(FaultSweepTest::isEventDescriptor).count();
        }
    }

    private static boolean isEventDescriptor(final Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains("eventfd");
        } catch (final IOException e) {
            // The descriptor was closed after it had been listed.
            return false;
        }
    }

    /**
     * Closes everything. If closing an object fails, tries again once, unless the error reports that the object is
     * already closed.
     */
    private void giveBack() throws Exception {
        while (!opened.isEmpty()) {
            final AutoCloseable last = opened.pop();
            if (!isClosed(last)) {
                assertTrue(isClosed(last), last.toString());
            }
        }
    }

    private static boolean isClosed(final AutoCloseable object) throws Exception {
        try {
            object.close();
            return true;
        } catch (final VerbsException e) {
            return e.errno() == Errno.EINVAL;
        }
    }

    private void live() {
        final Device device = own(fake.openByName("fake0"));
        final EventLoop loop = device.newEventLoop();
        device.handleAsyncEvents(loop, new AsyncEventHandler() {});
        final ExtendedProtectionDomain domain = own(ExtendedProtectionDomain.of(device.allocateProtectionDomain()));
        final CompletionQueue queue = own(device.createCompletionQueue(16, loop, polled -> {}));
        register(device, domain);
        own(domain.createAddressHandle(new AddressVector(new Gid(1, 2), 0, 1)));
        own(domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(16, 1)))
                .armLimit(0);
        final QueuePairAttributes attributes = new QueuePairAttributes(queue, queue, 8, 8, 1);
        connect(device, loop, own(device.connections().createQueuePair(domain, attributes)));
        accept(device, loop, own(domain.createQueuePair(attributes)));
        refuse(device, loop);
    }

    private void register(final Device device, final ExtendedProtectionDomain domain) {
        final MemoryBlock block = own(device.memory().allocate(4096, 4096));
        final ExtendedMemoryRegion region =
                own(domain.registerMemory(block.address(), 4096, block.address(), Access.LOCAL_WRITE));
        own(domain.allocateMemoryWindow(MemoryWindow.TYPE_1));
        region.reregister(ExtendedMemoryRegion.CHANGE_TRANSLATION, null, block.address(), 100, 0);
    }

    private void connect(final Device device, final EventLoop loop, final QueuePair queuePair) {
        final InetSocketAddress server = new InetSocketAddress("10.98.0.2", 20049);
        final Connection connection = device.connections().connect(server, queuePair, PARAMETERS, loop, this);
        for (final int type : new int[] {ADDR_RESOLVED, ROUTE_RESOLVED, CONNECT_RESPONSE}) {
            connections.raise(type, 0);
            loop.runOnce(0);
        }
        connection.disconnect();
        loop.runOnce(0);
    }

    private void accept(final Device device, final EventLoop loop, final QueuePair queuePair) {
        ask(device, loop, request -> request.accept(queuePair, PARAMETERS, loop, this));
    }

    private void refuse(final Device device, final EventLoop loop) {
        ask(device, loop, request -> own(() -> request.reject(new byte[0])));
    }

    /** Delivers a peer's request to a listener. */
    private void ask(final Device device, final EventLoop loop, final Consumer<ConnectionRequest> answer) {
        own(device.connections().listen(20049, loop, answer::accept));
        final long listener = connections.identifier;
        connections.identifier = connections.newIdentifier(Native.getLong(listener + 16));
        fake.ledger.made(connections.identifier, "rdma_destroy_id");
        connections.raise(CONNECT_REQUEST, 0, connections.identifier, listener);
        loop.runOnce(0);
    }
}
