// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.Objects;
import org.rpcrdma.nic.cost.FaultyCall;
import org.rpcrdma.nic.endpoint.SimulatedQueuePair;
import org.rpcrdma.nic.link.ArmedFault;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairState;

/**
 * Faults of a device on demand, for tests of what runs above it. What is armed here happens once; what happens by chance,
 * or at set times, is a {@link FaultPlan}'s, for a fabric. Packets are counted as the device sends them, from 1 for the
 * next.
 *
 * <p>Belongs to the thread that runs the simulation, as the device does: {@link SimulatedDevice#faults()}.
 */
public final class Faults {
    private final SimulatedDevice device;
    private final FaultStatistics statistics;

    Faults(final SimulatedDevice device) {
        this.device = device;
        statistics = new FaultStatistics(device.port().counters());
    }

    /**
     * Ends a queue pair as a device does that finds it broken: it goes to the state ERR, its requests are flushed, its
     * connection ends, and {@link org.rpcrdma.verbs.AsyncEventType#QP_FATAL} is raised.
     *
     * @param queuePair one of the device's, in a state other than RESET and ERR.
     * @throws IllegalArgumentException where it is another device's.
     * @throws IllegalStateException    where there is nothing left to be ended.
     */
    public void kill(final QueuePair queuePair) {
        final SimulatedQueuePair own = own(queuePair);
        if (own.state() == QueuePairState.RESET || own.state() == QueuePairState.ERR) {
            throw new IllegalStateException(
                    "queue pair does not run: number=" + own.number() + " state=" + own.state());
        }
        own.failFatally();
    }

    /**
     * Lets a packet get lost.
     *
     * @param which which packets count.
     * @param nth   which of them, at least 1.
     */
    public void lose(final PacketFilter which, final int nth) {
        arm(ArmedFault.Kind.LOSE, which, nth, 0);
    }

    /**
     * Lets a packet arrive twice.
     *
     * @param which which packets count.
     * @param nth   which of them, at least 1.
     */
    public void duplicate(final PacketFilter which, final int nth) {
        arm(ArmedFault.Kind.DUPLICATE, which, nth, 0);
    }

    /**
     * Lets a packet arrive late, so that others can overtake it.
     *
     * @param which which packets count.
     * @param nth   which of them, at least 1.
     * @param nanos how late, at least 1.
     */
    public void delay(final PacketFilter which, final int nth, final long nanos) {
        check("nanos", nanos, 1);
        arm(ArmedFault.Kind.DELAY, which, nth, nanos);
    }

    /**
     * Inverts a byte of a packet's payload, which no checksum finds: the receiver takes it. The sender's memory stays as
     * it is.
     *
     * @param which  which packets count; those without payload never do.
     * @param nth    which of them, at least 1.
     * @param offset which byte of the packet's payload, 0 or more; in a shorter packet as many bytes behind its begin as
     *               are left over.
     */
    public void flipByte(final PacketFilter which, final int nth, final int offset) {
        check("offset", offset, 0);
        arm(ArmedFault.Kind.FLIP, which, nth, offset);
    }

    /**
     * Lets a call fail, before it has done anything. Of each kind one is armed at a time; another takes its place.
     *
     * @param call  which calls count; those that the device makes by itself do not.
     * @param nth   which of them, counted from now, at least 1.
     * @param errno what it fails with; the message of its {@link org.rpcrdma.verbs.VerbsException} names the fault.
     */
    public void fail(final FaultyCall call, final int nth, final Errno errno) {
        check("nth", nth, 1);
        device.callFaults().arm(call, nth, Objects.requireNonNull(errno, "errno"));
    }

    /**
     * Faults of packets and calls that are armed and did not happen yet.
     *
     * @return their number.
     */
    public int armed() {
        return device.port().faults().armed() + device.callFaults().armed();
    }

    /** Disarms the faults of packets and calls that did not happen yet. */
    public void disarm() {
        device.port().faults().disarm();
        device.callFaults().disarm();
    }

    /**
     * Takes the device's link down now: nothing gets through until {@link #linkUp()}. Queue pairs stay as they are, and
     * try again as often as they may. Raises {@link org.rpcrdma.verbs.AsyncEventType#PORT_ERR} unless the link was down.
     */
    public void linkDown() {
        device.port().state().takeDown(true);
    }

    /**
     * Ends what {@link #linkDown()} began. Raises {@link org.rpcrdma.verbs.AsyncEventType#PORT_ACTIVE} unless the fabric's
     * plan has the link down.
     */
    public void linkUp() {
        device.port().state().takeDown(false);
    }

    /**
     * Whether the device's link is up.
     *
     * @return false from {@link #linkDown()} to {@link #linkUp()}, and while the fabric's plan has it down.
     */
    public boolean isLinkUp() {
        return device.port().state().isUp();
    }

    /**
     * What happened so far, on demand and by chance.
     *
     * @return the live counters.
     */
    public FaultStatistics statistics() {
        return statistics;
    }

    /** Follows a fabric's plan. */
    void follow(final FaultPlan plan) {
        device.port().faults().follow(plan.risks());
        device.port().state().follow(plan.outages(device.ipAddress()));
    }

    private void arm(final ArmedFault.Kind kind, final PacketFilter which, final int nth, final long argument) {
        check("nth", nth, 1);
        device.port().faults().arm(new ArmedFault(kind, which::matches, nth, argument));
    }

    private static void check(final String name, final long value, final long least) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ": " + name + "=" + value);
        }
    }

    private SimulatedQueuePair own(final QueuePair queuePair) {
        if (queuePair instanceof SimulatedQueuePair simulated && simulated.link() == device.port()) {
            return simulated;
        }
        throw new IllegalArgumentException("queue pair is not of this device: device=" + device.name());
    }
}
