// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.BoundWindow;
import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Registering;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/** The rules for memory windows of both types. */
public final class MemoryWindowRows {
    private static final int PART = 256;
    private static final int WRITES = 10;

    private MemoryWindowRows() {}

    @Rule(id = "MW-01", source = "rdma-core tests/test_mr.py: test_mw_type1")
    static void rowMW01(final Testbed bed) {
        openByType1(bed, TestBuffer::register);
    }

    @Rule(id = "MW-02", source = "rdma-core tests/test_mr.py: test_mw_ex_type1")
    static void rowMW02(final Testbed bed) {
        openByType1(bed, TestBuffer::registerByAttributes);
    }

    private static void openByType1(final Testbed bed, final Registering registering) {
        final WindowTraffic traffic = WindowTraffic.type1(bed, registering);
        final BoundWindow window = traffic.window;
        final int before = window.window().rkey();
        final int key = window.bind(traffic.region, WindowTraffic.WRITABLE);
        Expect.that("the bind advances the window's key", key != before);
        for (int i = 0; i < WRITES; i++) {
            traffic.expectOpen(key);
        }
        traffic.expectClosed(traffic.region.rkey());
        final int length = WindowTraffic.LENGTH - 2 * PART;
        window.post(traffic.region, traffic.region.iova() + PART, length, WindowTraffic.WRITABLE);
        traffic.pair.server().nextSuccess("bind of a part");
        traffic.expectClosed(window.key(), PART - 1, length);
        traffic.expectClosed(window.key(), PART, length + 1);
        traffic.expectClosed(window.key(), PART + length, 1);
        traffic.expectOpen(window.key(), PART, length);
    }

    @Rule(id = "MW-03", source = "rdma-core tests/test_mr.py: test_invalidate_mw_type1")
    static void rowMW03(final Testbed bed) {
        final WindowTraffic traffic = WindowTraffic.type1(bed, TestBuffer::register);
        final int key = traffic.window.bind(traffic.region, WindowTraffic.WRITABLE);
        traffic.expectOpen(key);
        traffic.window.post(traffic.region, traffic.region.iova(), 0, 0);
        traffic.pair.server().nextSuccess("zero-length bind");
        traffic.expectClosed(key);
        traffic.expectClosed(traffic.window.key());
    }

    @Rule(id = "MW-04", source = "rdma-core tests/test_mr.py: test_mw_type2")
    static void rowMW04(final Testbed bed) {
        final WindowTraffic traffic = WindowTraffic.writableType2(bed);
        final int key = traffic.window.key();
        traffic.expectClosed(traffic.window.window().rkey());
        traffic.expectOpen(key);
        traffic.pair.use(QueuePairType.RC);
        traffic.pair.connect();
        traffic.expectClosed(key);
    }

    @Rule(id = "MW-05", source = "rdma-core tests/test_mr.py: test_mw_type2_invalidate_local")
    static void rowMW05(final Testbed bed) {
        final WindowTraffic traffic = WindowTraffic.writableType2(bed);
        final Endpoint server = traffic.pair.server();
        server.invalidate(traffic.window.key()).nextSuccess("LOCAL_INV");
        traffic.expectClosed(traffic.window.key());
    }

    @Rule(id = "MW-06", source = "rdma-core tests/test_mr.py: test_mw_type2_invalidate_remote")
    static void rowMW06(final Testbed bed) {
        bed.require(DeviceCapability.SEND_WITH_INVALIDATE);
        final WindowTraffic traffic = WindowTraffic.writableType2(bed);
        final Endpoint client = traffic.pair.client();
        final int key = traffic.window.key();
        traffic.traffic.postReceive();
        client.post(sends -> sends.sendWithInvalidate(7, SendRequests.SIGNALED, key))
                .nextSuccess("SEND_WITH_INV");
        final Completion receive = traffic.pair.server().nextSuccess("Receive");
        Expect.equal("flags", Completions.WITH_INVALIDATE, receive.flags());
        Expect.equal("invalidated key", key, receive.data());
        traffic.expectClosed(key);
    }

    @Rule(id = "MW-07", source = "rdma-core tests/test_mr.py: test_mw_type2_invalidate_dealloc")
    static void rowMW07(final Testbed bed) {
        final WindowTraffic traffic = WindowTraffic.writableType2(bed);
        bed.giveBack(traffic.window.window());
        traffic.expectClosed(traffic.window.key());
    }

    @Rule(id = "MW-08", source = "rdma-core tests/test_mr.py: test_reg_mw_wrong_type")
    static void rowMW08(final Testbed bed) {
        bed.require(DeviceCapability.MEMORY_WINDOW);
        final Endpoint client = Endpoint.ofClient(bed);
        Expect.fails("type 3", Errno.EINVAL, () -> client.domain().allocateMemoryWindow(3));
        Expect.fails("type 0", Errno.EINVAL, () -> client.domain().allocateMemoryWindow(0));
    }

    @Rule(id = "MW-09", source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_bind_mw")
    static void rowMW09(final Testbed bed) {
        final WindowTraffic traffic =
                WindowTraffic.type2(bed, WindowTraffic.BINDABLE | Access.REMOTE_WRITE, Access.LOCAL_WRITE);
        traffic.expectClosed(traffic.window.key());
    }
}
