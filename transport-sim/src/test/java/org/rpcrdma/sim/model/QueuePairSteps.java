// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import static org.rpcrdma.verbs.QueuePairState.RTS;

import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairParameters;

/** Moves queue pairs to ERR and RESET, and reconnects them. */
final class QueuePairSteps extends Steps {
    private final ReceiveSteps receives;

    QueuePairSteps(final World world, final Draw draw, final History history, final ReceiveSteps receives) {
        super(world, draw, history);
        this.receives = receives;
    }

    void connectAll() {
        world.pairs.forEach(this::restart);
    }

    @Override
    void step() {
        final Pair.End end = anyEnd();
        if (end.model.state != RTS) {
            restart(end.pair);
        } else if (draw.oneIn(12)) {
            leave(end);
        } else {
            final Pair broken =
                    draw.one(world.pairs, pair -> pair.ends[0].model.state != RTS || pair.ends[1].model.state != RTS);
            if (broken != null) {
                restart(broken);
            }
        }
    }

    private void leave(final Pair.End end) {
        final boolean isReset = draw.oneIn(2);
        history.add(() -> "leave host=" + end.host.model.number + " qp=" + end.real.number() + " isReset=" + isReset);
        if (isReset) {
            Pair.reset(end);
            Checker.call(Errno.EINVAL, () -> end.real.modify(new QueuePairParameters().state(RTS)));
        } else {
            end.real.toError();
            end.model.fail();
        }
    }

    private void restart(final Pair pair) {
        history.add(() -> "restart host=" + pair.ends[0].host.model.number + " qp=" + pair.ends[0].real.number()
                + " peer=" + pair.ends[1].host.model.number);
        for (final Pair.End end : pair.ends) {
            Pair.reset(end);
            Pair.initialize(end);
            if (draw.oneIn(2)) {
                receives.post(end);
            }
        }
        for (final Pair.End end : pair.ends) {
            Pair.run(end);
        }
    }
}
