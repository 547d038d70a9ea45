// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.extended.ExtendedDevice;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.QueueBufferAllocator;

/** Protection domains. */
public final class DomainRows {
    private static final int CYCLES = 200;

    private DomainRows() {}

    @Rule(
            id = "PD-01..04",
            text = "Domains are allocated and deallocated again and again; a closed one is not closed twice",
            source = "rdma-core tests/test_pd.py: test_pd.*")
    static void rowPD01_04(final Testbed bed) {
        final ExtendedDevice device = bed.client();
        for (int i = 0; i < CYCLES; i++) {
            device.allocateProtectionDomain().close();
        }
        final ExtendedProtectionDomain domain = device.allocateProtectionDomain();
        domain.close();
        Expect.fails("closing a closed domain", Errno.EINVAL, domain::close);
    }

    @Rule(
            id = "PD-05",
            text = "A domain and a region are imported by their handles: the region has the keys of the original and"
                    + " no address; giving it up leaves the original as it is",
            source = "rdma-core tests/test_pd.py: test_shared_pd.test_imported_rc_ex_rdma_write")
    static void rowPD05(final Testbed bed) {
        bed.require(DeviceCapability.IMPORT);
        final Pair pair = Pair.unconnected(bed);
        final Endpoint server = pair.server();
        final Traffic traffic = new Traffic(bed, pair, 64, Access.LOCAL_WRITE | Access.REMOTE_WRITE);
        final ExtendedProtectionDomain domain =
                bed.own(server.device().importProtectionDomain(server.domain().handle()));
        final ExtendedMemoryRegion original = traffic.serverRegion();
        final ExtendedMemoryRegion region = bed.own(domain.importMemoryRegion(original.handle()));
        Expect.equal("address", 0L, region.address());
        Expect.equal("lkey", original.lkey(), region.lkey());
        Expect.equal("rkey", original.rkey(), region.rkey());
        pair.client().use(pair.client().domain().createQueuePair(pair.client().attributes()));
        server.use(domain.createQueuePair(server.attributes()));
        pair.connect();
        traffic.writeTo(original.iova(), 64, region.rkey()).nextSuccess("RDMA WRITE by the imported key");
        traffic.serverBuffer().expect(Traffic.CLIENT_BYTE);
        bed.giveBack(region);
        traffic.writeTo(original.iova(), 64, original.rkey()).nextSuccess("RDMA WRITE after the import was given up");
        Expect.fails("no such domain", Errno.ENOENT, () -> server.device().importProtectionDomain(-1));
        Expect.fails("no such region", Errno.ENOENT, () -> domain.importMemoryRegion(-1));
    }

    @Rule(
            id = "PD-06..11",
            text = "A parent domain can be used wherever its domain can; the memory of the queues that are created"
                    + " in it comes from its allocator, and goes back there",
            source = "rdma-core tests/test_pd.py: test_parent_domain.* (6)")
    static void rowPD06_11(final Testbed bed) {
        bed.require(DeviceCapability.PARENT_DOMAIN);
        useParent(bed, null);
        final Lending none = new Lending(null);
        useParent(bed, none);
        final int queues = bed.client().attributes().has(DeviceCapability.SHARED_RECEIVE_QUEUE) ? 2 : 1;
        Expect.equal("blocks asked for", queues, none.allocated);
        Expect.equal("blocks given back that were none", 0, none.freed);
        final Lending lending = new Lending(bed.client().memory());
        useParent(bed, lending);
        Expect.equal("blocks lent", queues, lending.allocated);
        Expect.equal("blocks given back", queues, lending.freed);
    }

    private static void useParent(final Testbed bed, final QueueBufferAllocator allocator) {
        final Pair pair = Pair.unconnected(bed);
        final Endpoint client = pair.client();
        final ExtendedProtectionDomain parent = client.device().allocateParentDomain(client.domain(), allocator);
        Expect.fails("closing the domain before its parent domain", Errno.EBUSY, client.domain()::close);
        final Traffic traffic = new Traffic(bed, pair, 64, Access.LOCAL_WRITE | Access.REMOTE_WRITE);
        final TestBuffer buffer = client.buffer(64);
        buffer.fill(Traffic.CLIENT_BYTE);
        final ExtendedMemoryRegion region = buffer.register(parent, Access.LOCAL_WRITE);
        final QueuePair queuePair = parent.createQueuePair(client.attributes());
        client.use(queuePair);
        pair.server().use(pair.server().domain().createQueuePair(pair.server().attributes()));
        pair.connect();
        Expect.fails("closing a parent domain in use", Errno.EBUSY, parent::close);
        traffic.sendInto(traffic.serverBuffer());
        sendFrom(client, region, traffic);
        bed.giveBack(queuePair);
        if (client.device().attributes().has(DeviceCapability.SHARED_RECEIVE_QUEUE)) {
            parent.createSharedReceiveQueue(new SharedReceiveQueueAttributes(4, 1))
                    .close();
        }
        region.close();
        parent.close();
    }

    /** A message of a region of the parent domain's. */
    private static void sendFrom(final Endpoint client, final ExtendedMemoryRegion region, final Traffic traffic) {
        traffic.serverBuffer().fill(Traffic.SERVER_BYTE);
        traffic.postReceive();
        final SendRequests sends = client.sends();
        sends.send(1, SendRequests.SIGNALED);
        sends.sge(region.iova(), 64, region.lkey());
        client.post();
        client.nextSuccess("SEND of a region of the parent domain");
        traffic.serverBuffer().expect(Traffic.CLIENT_BYTE);
    }

    /** Lends memory, or none, and counts. */
    private static final class Lending implements QueueBufferAllocator {
        private final MemoryAllocator memory;
        private int allocated;
        private int freed;

        Lending(final MemoryAllocator memory) {
            this.memory = memory;
        }

        @Override
        public MemoryBlock allocate(final long length, final long alignment) {
            allocated++;
            return memory == null ? null : memory.allocate(length, alignment);
        }

        @Override
        public void free(final MemoryBlock block) {
            freed++;
            block.close();
        }
    }
}
