// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.TestbedOptions;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.extended.DeviceMemory;
import org.rpcrdma.verbs.extended.ExtendedDevice;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** Memory on the device. */
public final class DeviceMemoryRows {
    private static final int LENGTH = 1024;
    private static final int ALL = Access.LOCAL_WRITE | Access.REMOTE | Access.ZERO_BASED;

    private DeviceMemoryRows() {}

    @Rule(
            id = "DM-01",
            text = "A tenth, a half and all of a device's memory are registered, zero-based; not otherwise",
            source = "rdma-core tests/test_mr.py: test_create_dm_mr")
    static void rowDM01(final Testbed bed) {
        final Endpoint client = endpoint(bed);
        final long most = client.device().attributes().maxDeviceMemory();
        final DeviceMemory memory = allocate(bed, client.device(), most);
        for (final long percent : new long[] {10, 50, 100}) {
            final ExtendedMemoryRegion region = memory.register(client.domain(), 0, most * percent / 100, ALL);
            Expect.equal("iova", 0L, region.iova());
            Expect.equal("length", most * percent / 100, region.length());
            Expect.fails("free while registered", Errno.EBUSY, memory::close);
            region.close();
        }
        Expect.fails("not zero-based", Errno.EINVAL, () -> memory.register(client.domain(), 0, 64, Access.LOCAL_WRITE));
    }

    @Rule(
            id = "DM-02",
            text = "Copies that leave device memory, or are no multiple of 4 bytes, are refused in both directions",
            source = "rdma-core tests/test_mr.py: test_dm_bad_access")
    static void rowDM02(final Testbed bed) {
        final Endpoint client = endpoint(bed);
        final DeviceMemory memory = allocate(bed, client.device(), LENGTH);
        final long host = client.buffer(2 * LENGTH).address();
        final long[][] bad = {{1, 4}, {0, 3}, {2, 2}, {0, LENGTH + 4}, {LENGTH, 4}, {-4, 4}, {4, -4}};
        for (final long[] range : bad) {
            final String what = "offset " + range[0] + " bytes " + range[1];
            Expect.fails("to the device: " + what, Errno.EINVAL, () -> memory.copyFromHost(range[0], host, range[1]));
            Expect.fails("from the device: " + what, Errno.EINVAL, () -> memory.copyToHost(host, range[0], range[1]));
        }
    }

    @Rule(
            id = "DM-03",
            text = "A region that leaves its device memory is refused with EINVAL",
            source = "rdma-core tests/test_mr.py: test_dm_bad_registration")
    static void rowDM03(final Testbed bed) {
        final Endpoint client = endpoint(bed);
        final DeviceMemory memory = allocate(bed, client.device(), LENGTH);
        Expect.fails("too long", Errno.EINVAL, () -> memory.register(client.domain(), 0, LENGTH + 1, ALL));
        Expect.fails("ends behind", Errno.EINVAL, () -> memory.register(client.domain(), 4, LENGTH, ALL));
    }

    @Rule(
            id = "DM-04",
            text = "Every kind of message goes from and to device memory, where inline Receives are off",
            source = "rdma-core tests/test_mr.py: test_dm_traffic, _remote_traffic, _remote_write_traffic_imm, "
                    + "_remote_read, _atomic_{fetch_add,cmp_swp}")
    static void rowDM04(final Testbed bed) {
        bed.require(DeviceCapability.DEVICE_MEMORY);
        bed.require(DeviceCapability.ATOMICS);
        try (Testbed world = bed.another(TestbedOptions.DEFAULT.withVariable("MLX5_SCATTER_TO_CQE", "0"))) {
            final Pair pair = Pair.connected(world);
            final MemoryTraffic traffic =
                    new MemoryTraffic(side(world, pair.client()), side(world, pair.server()), LENGTH);
            traffic.send();
            traffic.writeWithImmediate();
            traffic.read();
            traffic.atomics();
        }
    }

    @Rule(
            id = "DM-05",
            text = "Device memory is allocated up to what there is, zero at first, written and read back, and freed"
                    + " once",
            source = "rdma-core tests/test_device.py: DMTest")
    static void rowDM05(final Testbed bed) {
        final Endpoint client = endpoint(bed);
        final ExtendedDevice device = client.device();
        final long most = device.attributes().maxDeviceMemory();
        Expect.failureOf("more than there is", () -> device.allocateDeviceMemory(most + 1, 0));
        Expect.fails("nothing", Errno.EINVAL, () -> device.allocateDeviceMemory(0, 0));
        final DeviceMemory all = device.allocateDeviceMemory(most, 0);
        Expect.fails("when all is given out", Errno.ENOMEM, () -> device.allocateDeviceMemory(4, 0));
        all.close();
        Expect.fails("free twice", Errno.EINVAL, all::close);
        final MemoryTraffic.Bytes bytes = bytes(bed, client, allocate(bed, device, LENGTH));
        Expect.that("zero at first", Arrays.equals(new byte[LENGTH], bytes.get(LENGTH)));
        final byte[] data = new byte[LENGTH];
        Arrays.fill(data, (byte) 's');
        bytes.put(data);
        Expect.that("read back", Arrays.equals(data, bytes.get(LENGTH)));
    }

    private static Endpoint endpoint(final Testbed bed) {
        bed.require(DeviceCapability.DEVICE_MEMORY);
        return new Endpoint(bed, bed.client(), bed.clientLoop());
    }

    private static DeviceMemory allocate(final Testbed bed, final ExtendedDevice device, final long length) {
        return bed.own(device.allocateDeviceMemory(length, 3));
    }

    private static MemoryTraffic.Side side(final Testbed bed, final Endpoint endpoint) {
        final DeviceMemory memory = allocate(bed, endpoint.device(), LENGTH);
        final ExtendedMemoryRegion region = bed.own(memory.register(endpoint.domain(), 0, LENGTH, ALL));
        return new MemoryTraffic.Side(endpoint, region, bytes(bed, endpoint, memory));
    }

    private static MemoryTraffic.Bytes bytes(final Testbed bed, final Endpoint endpoint, final DeviceMemory memory) {
        final MemoryBlock staging = bed.own(endpoint.device().memory().allocate(LENGTH, 4096));
        final ByteBuffer host = staging.buffer();
        return new MemoryTraffic.Bytes() {
            @Override
            public void put(final byte[] data) {
                host.put(0, data);
                memory.copyFromHost(0, staging.address(), data.length);
            }

            @Override
            public byte[] get(final int count) {
                memory.copyToHost(staging.address(), 0, count);
                final byte[] data = new byte[count];
                host.get(0, data);
                return data;
            }
        };
    }
}
