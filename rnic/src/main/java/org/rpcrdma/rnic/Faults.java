// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import java.util.Objects;
import org.rpcrdma.rnic.config.FaultyCall;
import org.rpcrdma.rnic.endpoint.RnicQueuePair;
import org.rpcrdma.rnic.link.ArmedFault;
import org.rpcrdma.rnic.link.DisturbedLink;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairState;

/**
 * Injects faults into a device on demand, so that software can be tested against them. Each armed fault occurs once;
 * for random faults and scheduled outages, see {@link FaultPlan}. Packets are counted in the order in which the device
 * sends them, starting with 1 for the next packet.
 *
 * <p>Confined to the thread that runs the device's timeline. Obtain it from {@link RnicDevice#faults()}.
 */
public final class Faults {
    private final String device;
    private final String ipAddress;
    private final DisturbedLink link;
    private final CallFaults callFaults;
    private final FaultStatistics statistics;

    Faults(final String device, final String ipAddress, final DisturbedLink link, final CallFaults callFaults) {
        this.device = device;
        this.ipAddress = ipAddress;
        this.link = link;
        this.callFaults = callFaults;
        statistics = new FaultStatistics(link.counters());
    }

    /**
     * Fails a queue pair fatally. The queue pair moves to the state ERR, flushes its requests, ends its connection, and
     * raises {@link org.rpcrdma.verbs.AsyncEventType#QP_FATAL}.
     *
     * @param queuePair a queue pair of this device, in a state other than RESET or ERR.
     * @throws IllegalArgumentException if the queue pair belongs to another device.
     * @throws IllegalStateException    if the queue pair is in RESET or ERR.
     */
    public void kill(final QueuePair queuePair) {
        final RnicQueuePair own = own(queuePair);
        if (own.state() == QueuePairState.RESET || own.state() == QueuePairState.ERR) {
            throw new IllegalStateException(
                    "queue pair is not running: number=" + own.number() + " state=" + own.state());
        }
        own.failFatally();
    }

    /**
     * Drops a packet.
     *
     * @param which selects the packets to count.
     * @param nth   the ordinal of the packet, at least 1.
     */
    public void lose(final PacketFilter which, final int nth) {
        arm(ArmedFault.Kind.LOSE, which, nth, 0);
    }

    /**
     * Duplicates a packet.
     *
     * @param which selects the packets to count.
     * @param nth   the ordinal of the packet, at least 1.
     */
    public void duplicate(final PacketFilter which, final int nth) {
        arm(ArmedFault.Kind.DUPLICATE, which, nth, 0);
    }

    /**
     * Delays a packet, so that other packets can overtake it.
     *
     * @param which selects the packets to count.
     * @param nth   the ordinal of the packet, at least 1.
     * @param nanos the delay in nanoseconds, at least 1.
     */
    public void delay(final PacketFilter which, final int nth, final long nanos) {
        check("nanos", nanos, 1);
        arm(ArmedFault.Kind.DELAY, which, nth, nanos);
    }

    /**
     * Inverts a byte of a packet's payload but keeps the checksums valid, so that the receiver accepts the packet. The
     * sender's memory is unchanged.
     *
     * @param which  selects the packets to count; packets without a payload do not count.
     * @param nth    the ordinal of the packet, at least 1.
     * @param offset the non-negative index of the byte, taken modulo the length of the payload.
     */
    public void flipByte(final PacketFilter which, final int nth, final int offset) {
        check("offset", offset, 0);
        arm(ArmedFault.Kind.FLIP, which, nth, offset);
    }

    /**
     * Makes a call fail before it has any effect. At most one fault can be armed per kind of call; arming another fault
     * replaces the current one.
     *
     * @param call  the kind of calls to count; calls that the device itself makes do not count.
     * @param nth   the ordinal of the call, at least 1; 1 is the next call.
     * @param errno the error that the call reports; the message of the {@link org.rpcrdma.verbs.VerbsException}
     *              mentions the fault.
     */
    public void fail(final FaultyCall call, final int nth, final Errno errno) {
        check("nth", nth, 1);
        callFaults.arm(call, nth, Objects.requireNonNull(errno, "errno"));
    }

    /**
     * Returns the number of armed faults that have not occurred yet.
     *
     * @return the total number of armed packet and call faults.
     */
    public int armed() {
        return link.faults().armed() + callFaults.armed();
    }

    /** Disarms all faults that have not occurred yet. */
    public void disarm() {
        link.faults().disarm();
        callFaults.disarm();
    }

    /**
     * Takes the device's link down: packets are dropped until {@link #linkUp()} is called. Queue pairs keep their
     * states and retransmit until their retry counts are exhausted. Raises
     * {@link org.rpcrdma.verbs.AsyncEventType#PORT_ERR} unless the link was already down.
     */
    public void linkDown() {
        link.state().takeDown(true);
    }

    /**
     * Brings the device's link up again after {@link #linkDown()}. Raises
     * {@link org.rpcrdma.verbs.AsyncEventType#PORT_ACTIVE}, unless the plan's outage still keeps the link down.
     */
    public void linkUp() {
        link.state().takeDown(false);
    }

    /**
     * Returns true if the device's link is up.
     *
     * @return false between {@link #linkDown()} and {@link #linkUp()}, and during an outage of the plan.
     */
    public boolean isLinkUp() {
        return link.state().isUp();
    }

    /**
     * Returns the counters of all injected faults, both on-demand and random.
     *
     * @return the live counters.
     */
    public FaultStatistics statistics() {
        return statistics;
    }

    /**
     * Sets the plan of random faults, replacing the previous plan.
     *
     * @param plan the plan; {@link FaultPlan#NONE} for no faults.
     */
    public void follow(final FaultPlan plan) {
        link.faults().follow(plan.risks());
        link.state().follow(plan.outages(ipAddress));
    }

    private void arm(final ArmedFault.Kind kind, final PacketFilter which, final int nth, final long argument) {
        check("nth", nth, 1);
        link.faults().arm(new ArmedFault(kind, which::matches, nth, argument));
    }

    private static void check(final String name, final long value, final long least) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ": " + name + "=" + value);
        }
    }

    private RnicQueuePair own(final QueuePair queuePair) {
        if (queuePair instanceof RnicQueuePair own && own.link() == link) {
            return own;
        }
        throw new IllegalArgumentException("queue pair belongs to another device: device=" + device);
    }
}
