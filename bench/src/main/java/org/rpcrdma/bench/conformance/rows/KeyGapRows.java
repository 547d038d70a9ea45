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

import java.util.function.BiConsumer;
import org.rpcrdma.bench.conformance.BoundWindow;
import org.rpcrdma.bench.conformance.Completion;
import org.rpcrdma.bench.conformance.Expect;
import org.rpcrdma.bench.conformance.FastRegistered;
import org.rpcrdma.bench.conformance.Pair;
import org.rpcrdma.bench.conformance.Rule;
import org.rpcrdma.bench.conformance.Testbed;
import org.rpcrdma.bench.conformance.Traffic;
import org.rpcrdma.bench.conformance.WindowKey;
import org.rpcrdma.bench.conformance.WorkRequestKey;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.RemoteKey;

/** Keys, where rdma-core's tests say nothing. */
public final class KeyGapRows {
    private static final int TAGS = 256;

    private KeyGapRows() {}

    @Rule(
            id = "GAP-16",
            text = "LOCAL_INV of a key with another tag, of a FREE region, or of a window of type 1, completes with "
                    + "LOC_QP_OP_ERR",
            source = "rxe_mr.c; section 2c")
    static void rowGAP16(final Testbed bed) {
        forEachKey(bed, (pair, key) -> {
            final int opened = key.open();
            key.invalidate(RemoteKey.increment(opened));
            expectRefused(pair, "LOCAL_INV with another tag");
            key.invalidate(opened);
            pair.server().nextSuccess("LOCAL_INV");
            if (canBeInvalidatedAgain(key)) {
                key.invalidate(opened);
                expectRefused(pair, "LOCAL_INV of a FREE region");
            }
            if (bed.has(DeviceCapability.MEMORY_WINDOW)) {
                final Traffic traffic = new Traffic(bed, pair, 64, Access.LOCAL_WRITE | Access.MW_BIND);
                final BoundWindow window = new BoundWindow(bed, pair.server(), MemoryWindow.TYPE_1);
                key.invalidate(window.bind(traffic.serverRegion(), Access.REMOTE_READ));
                expectRefused(pair, "LOCAL_INV of a window of type 1");
            }
        });
    }

    private static void expectRefused(final Pair pair, final String what) {
        Expect.status(what, CompletionStatus.LOC_QP_OP_ERR, pair.server().next());
        pair.restate();
    }

    /** Linux's soft-RoCE (6.1) does not survive that a window is invalidated twice. */
    private static boolean canBeInvalidatedAgain(final WorkRequestKey key) {
        return key instanceof FastRegistered;
    }

    /** Tries a rule with a key of each kind that the devices have. */
    private static void forEachKey(final Testbed bed, final BiConsumer<Pair, WorkRequestKey> rule) {
        if (bed.has(DeviceCapability.MEMORY_WINDOW_TYPE_2B)) {
            final Pair pair = Pair.connected(bed);
            rule.accept(pair, new WindowKey(bed, pair.server()));
        } else {
            bed.require(DeviceCapability.FAST_REGISTER);
        }
        if (bed.has(DeviceCapability.FAST_REGISTER)) {
            final Pair pair = Pair.connected(bed);
            rule.accept(pair, new FastRegistered(bed, pair.server()));
        }
    }

    @Rule(
            id = "GAP-17",
            text = "SEND_WITH_INV of a wrong key, and of a FREE region's, fails the Receive with REM_INV_REQ_ERR",
            source = "rxe_resp.c; section 2c")
    static void rowGAP17(final Testbed bed) {
        bed.require(DeviceCapability.SEND_WITH_INVALIDATE);
        forEachKey(bed, (pair, key) -> {
            final Traffic traffic = new Traffic(bed, pair, 64);
            final int opened = key.open();
            traffic.postReceive();
            traffic.sendWithInvalidate(RemoteKey.increment(opened));
            Expect.status(
                    "Receive, wrong key",
                    CompletionStatus.REM_INV_REQ_ERR,
                    pair.server().next());
            pair.restate();
            traffic.forgetCompletions();
            traffic.postReceive();
            traffic.sendWithInvalidate(opened);
            pair.server().nextSuccess("Receive");
            if (canBeInvalidatedAgain(key)) {
                traffic.postReceive();
                traffic.sendWithInvalidate(opened);
                Expect.status(
                        "Receive, FREE region",
                        CompletionStatus.REM_INV_REQ_ERR,
                        pair.server().next());
            }
        });
    }

    @Rule(
            id = "GAP-18",
            text = "A Receive whose message invalidated a key has WITH_INV and the key",
            source = "ibv_poll_cq(3); section 2c")
    static void rowGAP18(final Testbed bed) {
        bed.require(DeviceCapability.SEND_WITH_INVALIDATE);
        forEachKey(bed, (pair, key) -> {
            final Traffic traffic = new Traffic(bed, pair, 64);
            final int opened = key.open();
            traffic.postReceive();
            traffic.sendWithInvalidate(opened);
            final Completion receive = pair.server().nextSuccess("Receive");
            Expect.equal("flags", Completions.WITH_INVALIDATE, receive.flags());
            Expect.equal("invalidated key", opened, receive.data());
        });
    }

    @Rule(
            id = "GAP-19",
            text = "A tag that was used opens nothing until it has gone round: 256 registrations or binds later",
            source = "InfiniBand 10.6.7.2; section 2a")
    static void rowGAP19(final Testbed bed) {
        forEachKey(bed, (pair, key) -> {
            final Traffic traffic = new Traffic(bed, pair, 64);
            final int first = key.open();
            traffic.writeTo(key.iova(), 64, first).nextSuccess("RDMA WRITE");
            int opened = first;
            for (int i = 1; i <= TAGS; i++) {
                key.invalidate(opened);
                pair.server().nextSuccess("LOCAL_INV");
                opened = key.open();
                Expect.equal("the first key has come again", i == TAGS, opened == first);
                if (i == 1 || i == TAGS - 1) {
                    Expect.status(
                            "RDMA WRITE by the first key",
                            CompletionStatus.REM_ACCESS_ERR,
                            traffic.writeTo(key.iova(), 64, first).next());
                    pair.restate();
                }
            }
            traffic.writeTo(key.iova(), 64, first).nextSuccess("RDMA WRITE after 256 times");
        });
    }

    @Rule(
            id = "GAP-24",
            text = "REG_MR makes a FREE region VALID under a stepped key, refuses a VALID one, another "
                    + "domain and another index",
            source = "Linux ib_verbs.h; memory extensions")
    static void rowGAP24(final Testbed bed) {
        bed.require(DeviceCapability.FAST_REGISTER);
        final Pair pair = Pair.connected(bed);
        final FastRegistered region = new FastRegistered(bed, pair.server());
        final int key = region.open();
        Expect.equal("the key's index stays", 0, (key ^ region.region().key()) >>> 8);
        region.postRegister(RemoteKey.increment(key));
        Expect.status(
                "REG_MR of a VALID region",
                CompletionStatus.LOC_QP_OP_ERR,
                pair.server().next());
        pair.restate();
        region.invalidate(key);
        pair.server().nextSuccess("LOCAL_INV");
        region.postRegister(key + (1 << 8));
        Expect.status(
                "REG_MR under another index",
                CompletionStatus.LOC_QP_OP_ERR,
                pair.server().next());
        pair.restate();
        final ProtectionDomain other = bed.own(pair.server().device().allocateProtectionDomain());
        final FastRegistered foreign = new FastRegistered(bed, pair.server(), other);
        foreign.postRegister(foreign.region().key());
        Expect.status(
                "REG_MR in another domain",
                CompletionStatus.LOC_QP_OP_ERR,
                pair.server().next());
    }
}
