// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.rnic.config.FaultyCall;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.verbs.Errno;

/**
 * The faults that occur during a soak, and the actions of the endpoints' owners: lost, duplicated and late packets,
 * links that go down, broken queue pairs, device calls that fail, changed credits, and clients and servers that open
 * and close.
 */
final class SoakFaults {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double MEAN_SECONDS = 20;
    private static final FaultyCall[] CALLS = FaultyCall.values();

    private final SoakRun run;
    private final List<KillableDevice> devices;
    private final SeededRandom random;
    private final PriorityQueue<Planned> planned = new PriorityQueue<>();
    private long next;
    private int count;

    /** An action to be performed later. */
    private record Planned(long time, int number, Runnable action) implements Comparable<Planned> {
        @Override
        public int compareTo(final Planned other) {
            return time == other.time ? Integer.compare(number, other.number) : Long.compare(time, other.time);
        }
    }

    SoakFaults(final SoakRun run, final List<KillableDevice> devices, final SeededRandom random) {
        this.run = run;
        this.devices = devices;
        this.random = random;
    }

    /** Returns the time of the next action. */
    long nextTime(final long now) {
        if (next <= now) {
            next = now + 1 + (long) (-MEAN_SECONDS * Math.log(1 - random.nextDouble()) * SECOND);
        }
        return planned.isEmpty()
                ? next
                : Math.max(now, Math.min(next, planned.peek().time()));
    }

    /** Runs the actions that are due. */
    void happen(final long now) {
        run.causes.look(now);
        while (!planned.isEmpty() && planned.peek().time() <= now) {
            planned.poll().action().run();
        }
        if (next <= now) {
            happenByChance(now);
        }
    }

    private void happenByChance(final long now) {
        final int draw = random.nextInt(100);
        if (draw < 30) {
            kill(now);
        } else if (draw < 55) {
            failCall(now);
        } else if (draw < 65) {
            takeLinkDown(now);
        } else if (draw < 80) {
            changeCredits();
        } else if (draw < 88) {
            planAgain(now);
        } else if (draw < 94) {
            disconnect();
        } else if (draw < 98) {
            closeClient(now);
        } else {
            closeServer(now);
        }
    }

    private void kill(final long now) {
        final KillableDevice device = one(devices);
        if (device.killOne(random::nextInt)) {
            run.causes.broke(device.simulated, now);
            run.tally.count("queue pairs broken");
        }
    }

    private void failCall(final long now) {
        final FaultyCall call = CALLS[random.nextInt(CALLS.length)];
        final SimulatedDevice device = one(devices).simulated;
        final int nth = 1 + random.nextInt(60);
        run.causes.rearmed(device, now, () -> device.faults().fail(call, nth, Errno.ENOMEM));
        run.tally.count("faults armed: " + call);
    }

    private void takeLinkDown(final long now) {
        final SimulatedDevice device = one(devices).simulated;
        if (device.faults().isLinkUp()) {
            device.faults().linkDown();
            run.causes.linkDown(device, now);
            final long end = now + (long) (SECOND / 100 * Math.pow(2, 14 * random.nextDouble()));
            plan(end, () -> {
                device.faults().linkUp();
                run.causes.linkUp(device, end);
            });
            run.tally.count("links taken down");
        }
    }

    private void changeCredits() {
        final SoakServer server = one(run.servers);
        if (server.isOpen()) {
            server.changeCredits();
        }
    }

    private void planAgain(final long now) {
        final double loss = random.nextBoolean() ? 0 : Math.pow(10, -2 - 2 * random.nextDouble());
        FaultPlan plan = new FaultPlan(
                loss, random.nextInt(2) * 1e-3, random.nextInt(2) * 1e-2, 1 + random.nextInt(200_000), List.of());
        for (int i = random.nextInt(4); i > 0; i--) {
            final long from = now + random.nextLong(600 * SECOND);
            plan = plan.withLinkDown(one(devices).simulated.ipAddress(), from, from + 1 + random.nextLong(5 * SECOND));
        }
        run.fabric.setFaultPlan(plan);
        run.causes.planned(plan.linkDowns(), now);
        run.tally.count("fault plans");
    }

    private void disconnect() {
        final SoakClient client = one(run.clients);
        if (client.isOpen()) {
            client.disconnect();
            run.tally.count("clients disconnected");
        }
    }

    private void closeClient(final long now) {
        final SoakClient client = one(run.clients);
        if (client.isOpen()) {
            client.close();
            run.tally.count("clients closed");
            plan(now + random.nextLong(60 * SECOND), () -> reopen(client));
        }
    }

    private void reopen(final SoakClient client) {
        if (!client.isOpen()) {
            client.open();
        }
    }

    private void closeServer(final long now) {
        final SoakServer server = one(run.servers);
        if (server.isOpen()) {
            server.close();
            run.tally.count("servers closed");
            plan(now + random.nextLong(120 * SECOND), () -> reopen(server, now));
        }
    }

    private void reopen(final SoakServer server, final long closed) {
        if (server.hasEnded()) {
            server.open();
        } else if (!server.isOpen()) {
            plan(closed + 300 * SECOND, () -> reopen(server, closed + 300 * SECOND));
        }
    }

    private void plan(final long time, final Runnable action) {
        planned.add(new Planned(time, count++, action));
    }

    /** Stops all faults and reopens everything that was closed. */
    void end(final long now) {
        run.fabric.setFaultPlan(FaultPlan.NONE);
        List.copyOf(planned).forEach(each -> each.action().run());
        planned.clear();
        run.causes.planned(List.of(), now);
        devices.stream()
                .map(device -> device.simulated)
                .forEach(device -> run.causes.rearmed(device, now, device.faults()::disarm));
        run.clients.forEach(this::reopen);
        next = 0;
    }

    private <T> T one(final List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
