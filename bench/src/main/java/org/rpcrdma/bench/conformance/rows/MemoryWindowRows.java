/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench.conformance.rows;

import org.rpcrdma.bench.conformance.BoundWindow;
import org.rpcrdma.bench.conformance.Completion;
import org.rpcrdma.bench.conformance.Endpoint;
import org.rpcrdma.bench.conformance.Expect;
import org.rpcrdma.bench.conformance.Pair;
import org.rpcrdma.bench.conformance.Registering;
import org.rpcrdma.bench.conformance.Rule;
import org.rpcrdma.bench.conformance.TestBuffer;
import org.rpcrdma.bench.conformance.Testbed;
import org.rpcrdma.bench.conformance.Traffic;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/** Memory windows of both types. */
public final class MemoryWindowRows {
    private static final int LENGTH = 1024;
    private static final int PART = 256;
    private static final int WRITES = 10;
    private static final int BINDABLE = Access.LOCAL_WRITE | Access.MW_BIND;
    private static final int WRITABLE = Access.LOCAL_WRITE | Access.REMOTE_WRITE;

    private MemoryWindowRows() {}

    @Rule(
            id = "MW-01",
            text =
                    "A window of type 1 opens a region to RDMA WRITEs that has no remote rights of its own, as far as it reaches",
            source = "rdma-core tests/test_mr.py: test_mw_type1")
    static void rowMW01(final Testbed bed) {
        openByType1(bed, TestBuffer::register);
    }

    @Rule(
            id = "MW-02",
            text = "As MW-01, of a region that was registered by its attributes",
            source = "rdma-core tests/test_mr.py: test_mw_ex_type1")
    static void rowMW02(final Testbed bed) {
        openByType1(bed, TestBuffer::registerByAttributes);
    }

    private static void openByType1(final Testbed bed, final Registering registering) {
        bed.require(DeviceCapability.MEMORY_WINDOW);
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, BINDABLE, registering);
        final BoundWindow window = new BoundWindow(bed, pair.server(), MemoryWindow.TYPE_1);
        final int before = window.window().rkey();
        final int key = window.bind(traffic.serverRegion(), WRITABLE);
        Expect.that("the bind steps the window's key", key != before);
        for (int i = 0; i < WRITES; i++) {
            write(traffic, key).nextSuccess("RDMA WRITE");
            traffic.serverBuffer().expect(Traffic.CLIENT_BYTE);
        }
        expectClosed(pair, traffic, traffic.serverRegion().rkey());
        window.post(traffic.serverRegion(), traffic.serverBuffer().address() + PART, LENGTH - 2 * PART, WRITABLE);
        pair.server().nextSuccess("bind of a part");
        expectReachesPart(pair, traffic, window.key());
    }

    private static void expectReachesPart(final Pair pair, final Traffic traffic, final int key) {
        expectClosed(pair, traffic, key, PART - 1, LENGTH - 2 * PART);
        expectClosed(pair, traffic, key, PART, LENGTH - 2 * PART + 1);
        expectClosed(pair, traffic, key, LENGTH - PART, 1);
        write(traffic, key, PART, LENGTH - 2 * PART).nextSuccess("RDMA WRITE of the part");
        traffic.serverBuffer().expect(0, PART, Traffic.SERVER_BYTE);
        traffic.serverBuffer().expect(PART, LENGTH - 2 * PART, Traffic.CLIENT_BYTE);
        traffic.serverBuffer().expect(LENGTH - PART, PART, Traffic.SERVER_BYTE);
    }

    @Rule(
            id = "MW-03",
            text = "A bind of no bytes takes back what a window of type 1 opened",
            source = "rdma-core tests/test_mr.py: test_invalidate_mw_type1")
    static void rowMW03(final Testbed bed) {
        bed.require(DeviceCapability.MEMORY_WINDOW);
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, BINDABLE);
        final BoundWindow window = new BoundWindow(bed, pair.server(), MemoryWindow.TYPE_1);
        final int key = window.bind(traffic.serverRegion(), WRITABLE);
        write(traffic, key).nextSuccess("RDMA WRITE");
        window.post(traffic.serverRegion(), traffic.serverBuffer().address(), 0, 0);
        pair.server().nextSuccess("bind of no bytes");
        expectClosed(pair, traffic, key);
        expectClosed(pair, traffic, window.key());
    }

    @Rule(
            id = "MW-04",
            text =
                    "A window of type 2 is open under the key of its bind, not under the one it was allocated with, and through "
                            + "no other queue pair",
            source = "rdma-core tests/test_mr.py: test_mw_type2; section 2c")
    static void rowMW04(final Testbed bed) {
        bed.require(DeviceCapability.MEMORY_WINDOW_TYPE_2B);
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, BINDABLE);
        final BoundWindow window = bindType2(bed, pair, traffic);
        expectClosed(pair, traffic, window.window().rkey());
        write(traffic, window.key()).nextSuccess("RDMA WRITE");
        pair.use(QueuePairType.RC);
        pair.connect();
        expectClosed(pair, traffic, window.key());
    }

    @Rule(
            id = "MW-05",
            text = "LOCAL_INV on the queue pair that bound it closes a window of type 2",
            source = "rdma-core tests/test_mr.py: test_mw_type2_invalidate_local")
    static void rowMW05(final Testbed bed) {
        bed.require(DeviceCapability.MEMORY_WINDOW_TYPE_2B);
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, BINDABLE);
        final BoundWindow window = bindType2(bed, pair, traffic);
        final SendRequests sends = pair.server().sends();
        sends.localInvalidate(6, SendRequests.SIGNALED, window.key());
        pair.server().post();
        pair.server().nextSuccess("LOCAL_INV");
        expectClosed(pair, traffic, window.key());
    }

    @Rule(
            id = "MW-06",
            text = "SEND_WITH_INV of the peer closes a window of type 2; the Receive has WITH_INV and the key",
            source = "rdma-core tests/test_mr.py: test_mw_type2_invalidate_remote")
    static void rowMW06(final Testbed bed) {
        bed.require(DeviceCapability.MEMORY_WINDOW_TYPE_2B);
        bed.require(DeviceCapability.SEND_WITH_INVALIDATE);
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, BINDABLE);
        final BoundWindow window = bindType2(bed, pair, traffic);
        traffic.postReceive();
        final SendRequests sends = pair.client().sends();
        sends.sendWithInvalidate(7, SendRequests.SIGNALED, window.key());
        pair.client().post();
        pair.client().nextSuccess("SEND_WITH_INV");
        final Completion receive = pair.server().nextSuccess("Receive");
        Expect.equal("flags", Completions.WITH_INVALIDATE, receive.flags());
        Expect.equal("invalidated key", window.key(), receive.data());
        expectClosed(pair, traffic, window.key());
    }

    @Rule(
            id = "MW-07",
            text = "A window is deallocated while it is bound, and its key opens nothing then",
            source = "rdma-core tests/test_mr.py: test_mw_type2_invalidate_dealloc")
    static void rowMW07(final Testbed bed) {
        bed.require(DeviceCapability.MEMORY_WINDOW_TYPE_2B);
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, BINDABLE);
        final BoundWindow window = bindType2(bed, pair, traffic);
        bed.giveBack(window.window());
        expectClosed(pair, traffic, window.key());
    }

    @Rule(
            id = "MW-08",
            text = "A window of a type that is none is refused with EINVAL",
            source = "rdma-core tests/test_mr.py: test_reg_mw_wrong_type")
    static void rowMW08(final Testbed bed) {
        bed.require(DeviceCapability.MEMORY_WINDOW);
        final Endpoint client = new Endpoint(bed, bed.client(), bed.clientLoop());
        Expect.fails("type 3", Errno.EINVAL, () -> client.domain().allocateMemoryWindow(3));
        Expect.fails("type 0", Errno.EINVAL, () -> client.domain().allocateMemoryWindow(0));
    }

    @Rule(
            id = "MW-09",
            text = "A window without REMOTE_WRITE over a region that has it fails RDMA WRITEs with REM_ACCESS_ERR",
            source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_bind_mw")
    static void rowMW09(final Testbed bed) {
        bed.require(DeviceCapability.MEMORY_WINDOW_TYPE_2B);
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, BINDABLE | Access.REMOTE_WRITE);
        final BoundWindow window = new BoundWindow(bed, pair.server(), MemoryWindow.TYPE_2);
        window.bind(traffic.serverRegion(), Access.LOCAL_WRITE);
        expectClosed(pair, traffic, window.key());
    }

    private static BoundWindow bindType2(final Testbed bed, final Pair pair, final Traffic traffic) {
        final BoundWindow window = new BoundWindow(bed, pair.server(), MemoryWindow.TYPE_2);
        window.bind(traffic.serverRegion(), WRITABLE);
        write(traffic, window.key()).nextSuccess("RDMA WRITE");
        traffic.serverBuffer().expect(Traffic.CLIENT_BYTE);
        return window;
    }

    private static Endpoint write(final Traffic traffic, final int key) {
        return write(traffic, key, 0, LENGTH);
    }

    private static Endpoint write(final Traffic traffic, final int key, final int offset, final int length) {
        traffic.serverBuffer().fill(Traffic.SERVER_BYTE);
        return traffic.writeTo(traffic.serverRegion().iova() + offset, length, key);
    }

    /** Expects a key to let no RDMA WRITE in, and the queue pairs to work again afterwards. */
    private static void expectClosed(final Pair pair, final Traffic traffic, final int key) {
        expectClosed(pair, traffic, key, 0, LENGTH);
    }

    private static void expectClosed(
            final Pair pair, final Traffic traffic, final int key, final int offset, final int length) {
        Expect.status(
                "RDMA WRITE",
                CompletionStatus.REM_ACCESS_ERR,
                write(traffic, key, offset, length).next());
        traffic.serverBuffer().expect(Traffic.SERVER_BYTE);
        pair.restate();
        traffic.forgetCompletions();
    }
}
