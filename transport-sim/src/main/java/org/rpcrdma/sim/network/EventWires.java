// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.network;

import java.net.InetSocketAddress;
import java.util.Map;
import org.rpcrdma.rnic.connect.ConnectionListener;
import org.rpcrdma.rnic.connect.ConnectionWire;
import org.rpcrdma.rnic.connect.ConnectionWires;
import org.rpcrdma.rnic.connect.RnicConnectionManager;
import org.rpcrdma.rnic.link.Psn;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.host.HostProcessors;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.sim.time.Simulation;

/**
 * Delivers a connection manager's messages as simulation events, after the link's delay and a handling time.
 *
 * <p>{@link RepeatedMessage} retransmits messages that are lost because a link is down.
 */
public final class EventWires implements ConnectionWires {
    private final CostModel costs;
    private final Simulation simulation;
    private final HostProcessors processors;
    private final Port port;
    private final Map<String, EventWires> network;
    private final long oneWay;
    private final long linkDelay;
    private final ConnectionMessages messages;
    /**
     * The generator of starting PSNs. It is separate, so that creating connections does not change the random numbers
     * in other parts.
     */
    private final SeededRandom startingPsns;

    private RnicConnectionManager manager;

    /**
     * Creates the wires of a device and adds them to a fabric.
     *
     * @param device     the device's profile.
     * @param costs      the costs of messages and links.
     * @param simulation the clock.
     * @param processors the host's processors.
     * @param port       the device's port.
     * @param network    the wires of all hosts on the fabric, by numeric address.
     * @param listener   the listener that is notified of messages.
     */
    public EventWires(
            final DeviceProfile device,
            final CostModel costs,
            final Simulation simulation,
            final HostProcessors processors,
            final Port port,
            final Map<String, EventWires> network,
            final ConnectionListener listener) {
        this.costs = costs;
        this.simulation = simulation;
        this.processors = processors;
        this.port = port;
        this.network = network;
        messages = new ConnectionMessages(device.gid(), costs, device.protocol(), processors, listener);
        startingPsns = simulation.randomOf("starting PSNs of " + device.name());
        linkDelay = costs.nanos(CostParameter.LINK_DELAY);
        oneWay = linkDelay + costs.nanos(CostParameter.CM_LATENCY);
    }

    @Override
    public void attach(final RnicConnectionManager newManager) {
        manager = newManager;
    }

    @Override
    public ConnectionWire newWire() {
        return new EventWire(this, null);
    }

    @Override
    public long oneWay() {
        return oneWay;
    }

    @Override
    public int newStartingPsn() {
        return startingPsns.nextInt(Psn.MASK + 1);
    }

    RnicConnectionManager manager() {
        return manager;
    }

    ConnectionMessages messages() {
        return messages;
    }

    /** Returns the wires of the host at an address, or null if there is no host. */
    EventWires at(final InetSocketAddress remote) {
        return remote.isUnresolved() ? null : network.get(remote.getAddress().getHostAddress());
    }

    /**
     * Sends a message, and calls {@code arrival} after the one-way delay. The message is sent at the paying processor's
     * current time, after all requests that this processor has already posted.
     */
    void sendBehindPosts(final EventWires to, final Runnable arrival, final Runnable loss) {
        send(processors.paying().nanoTime() + oneWay, to, arrival, loss);
    }

    /** Calls {@code arrival} when a message that is sent now would arrive. */
    void send(final Runnable arrival) {
        send(oneWayLater(), arrival);
    }

    /** Calls {@code arrival} at the given time, even if a link is down. */
    void send(final long time, final Runnable arrival) {
        simulation.schedule(Event.of(arrival), time);
    }

    /** Sends a message that arrives at the given time. */
    void send(final long time, final EventWires to, final Runnable arrival, final Runnable loss) {
        simulation.schedule(new RepeatedMessage(simulation, costs, port.state(), to.port.state(), arrival, loss), time);
    }

    /** Receives a peer's message after the link's delay, without a handling time. Later messages do not overtake it. */
    void takeAfterLinkDelay(final EventWires from, final Runnable arrival, final Runnable loss) {
        final long delay = (linkDelay + from.costs.nanos(CostParameter.LINK_DELAY)) / 2;
        send(processors.eventTime() + delay, from, arrival, loss);
    }

    /** Returns the arrival time of a message that is sent now. */
    long oneWayLater() {
        return processors.eventTime() + oneWay;
    }

    /** Returns the arrival time of a message that is sent now, after all packets that the device has sent. */
    long oneWayBehindPackets() {
        return Math.max(oneWayLater(), port.lastArrival());
    }
}
