// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.rpcrdma.rnic.DeviceResources;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.sim.time.Simulation;

/**
 * Runs servers and clients under mixed load for days of virtual time, with all kinds of faults ({@link SoakFaults}).
 *
 * <p>The run compares every byte of every call and answer. Each call has one outcome, which is either its answer or a
 * documented reason ({@link SoakTally}). A recorded action explains the end of each connection ({@link SoakCauses}).
 * Every virtual hour, the load pauses until nothing is in flight. At that time, no buffer, region, queue or connection
 * may be in use, no key may be valid, and memory must be within its limit. Every sixth hour, all endpoints close. The
 * devices must then be empty, and the simulation must not have any events left. A run can be repeated with the same
 * seed.
 */
final class SoakRun implements AutoCloseable {
    static final long HOUR = TimeUnit.HOURS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final String SERVER_IP = "10.98.1.1";
    private static final int FIRST_PORT = 20_049;
    private static final int SERVERS = 2;
    private static final int CLIENT_HOSTS = 3;
    private static final int CLIENTS = 9;
    private static final int MEAN_BURST = 400;
    private static final int HOURS_OF_AN_ENDPOINT = 6;
    private static final long LONGEST_REST = 20 * 60 * SECOND;

    /** The period after which the devices' pools destroy unused mkeys. */
    private static final long AGING = 300 * SECOND;

    /**
     * The maximum memory of idle endpoints, in bytes. It consists of their send buffers and payload memory at the time
     * of the highest load.
     */
    private static final long MOST_BYTES = 512L << 20;

    final SoakTally tally = new SoakTally();
    final SoakTally reverse = new SoakTally();
    final SoakCauses causes = new SoakCauses();
    private final Simulation simulation;
    final Fabric fabric;
    private final List<SimulatedDevice> devices = new ArrayList<>();
    final List<SoakServer> servers = new ArrayList<>();
    final List<SoakClient> clients = new ArrayList<>();
    private final SoakFaults faults;
    private final int hoursOfAnEndpoint;
    /** The number of events that the simulation has processed so far. */
    long events;

    private int hours;
    private long mostBytes;
    private int mostMappings;

    /**
     * Creates a run.
     *
     * @param meanBurst         the mean number of calls that a client makes between two pauses.
     * @param hoursOfAnEndpoint the number of hours after which all endpoints close.
     */
    SoakRun(final long seed, final double meanBurst, final int hoursOfAnEndpoint) {
        this.hoursOfAnEndpoint = hoursOfAnEndpoint;
        simulation = new Simulation(seed);
        fabric = new Fabric(simulation, CostModel.defaults());
        final SeededRandom random = simulation.randomOf("soak");
        final List<KillableDevice> killable = new ArrayList<>();
        for (int i = 0; i <= CLIENT_HOSTS; i++) {
            final SimulatedDevice device = fabric.attach("sim" + i, "10.98.1." + (i + 1));
            devices.add(device);
            killable.add(new KillableDevice(device));
        }
        for (int i = 0; i < SERVERS; i++) {
            servers.add(new SoakServer(this, killable.get(0), FIRST_PORT + i, i > 0, random.split()));
        }
        for (int i = 0; i < CLIENTS; i++) {
            final int host = 1 + i % CLIENT_HOSTS;
            final InetSocketAddress remote = new InetSocketAddress(SERVER_IP, FIRST_PORT + i % SERVERS);
            clients.add(new SoakClient(this, killable.get(host), remote, i, meanBurst, random.split()));
        }
        faults = new SoakFaults(this, killable, random.split());
        servers.forEach(SoakServer::open);
        clients.forEach(SoakClient::open);
    }

    /** Runs for an hour of virtual time under load and faults, then checks which resources are still in use. */
    void runHour() {
        final long end = simulation.nanoTime() + HOUR;
        clients.forEach(SoakClient::goOn);
        while (simulation.nanoTime() < end) {
            runUntil(Math.min(end, faults.nextTime(simulation.nanoTime())));
            faults.happen(simulation.nanoTime());
        }
        hours++;
        rest();
        checkIdle();
        if (hours % hoursOfAnEndpoint == 0) {
            closeAll();
            clients.forEach(SoakClient::open);
        }
        servers.stream().filter(SoakServer::hasEnded).forEach(SoakServer::open);
    }

    private void runUntil(final long time) {
        while (simulation.nextEventTime() <= time && simulation.step()) {
            events++;
        }
        if (simulation.nanoTime() < time) {
            simulation.runUntil(time);
        }
    }

    /** Stops faults and load, and waits for everything in flight. */
    private void rest() {
        clients.forEach(SoakClient::pause);
        faults.end(simulation.nanoTime());
        final long limit = simulation.nanoTime() + LONGEST_REST;
        while (!hasOutcomes()) {
            assertTrue(
                    simulation.nanoTime() <= limit,
                    () -> "calls have no outcome: " + clients + " reverse=" + reverse.outstanding());
            runUntil(simulation.nanoTime() + SECOND);
        }
        clients.stream().filter(SoakClient::isOpen).forEach(SoakClient::disconnect);
        runUntil(simulation.nanoTime() + 2 * SoakServer.IDLE_PERIOD + SECOND);
    }

    private boolean hasOutcomes() {
        return clients.stream().allMatch(client -> client.callsOpen() == 0)
                && servers.stream().allMatch(server -> server.service.held() == 0)
                && reverse.outstanding() == 0;
    }

    private void checkIdle() {
        clients.forEach(SoakClient::checkIdle);
        servers.forEach(SoakServer::checkIdle);
        assertEquals(0, tally.outstanding(), () -> "calls without outcome: " + tally.outstanding());
        assertTrue(
                tally.of("failed: the service failed: SYSTEM_ERR") <= tally.of(SoakServer.SERVICE_FAILURES),
                () -> "more calls failed than the service failed on: " + tally);
        long bytes = 0;
        for (int i = 0; i < devices.size(); i++) {
            final SimulatedDevice device = devices.get(i);
            final DeviceResources open = device.resources();
            final int queuePairs = ownQueuePairs(i);
            bytes += open.memoryBytes();
            mostMappings = Math.max(mostMappings, open.dmaMappings());
            final int valid = ValidKeys.fastRegistered(device);
            assertTrue(
                    open.queuePairs() <= queuePairs && open.completionQueues() == open.queuePairs() && valid == 0,
                    () -> "idle, but: validKeys=" + valid + " " + device.name() + ": " + open);
        }
        mostBytes = Math.max(mostBytes, bytes);
        assertTrue(bytes <= MOST_BYTES, "memory grows: bytes=" + bytes + " limit=" + MOST_BYTES);
    }

    private int ownQueuePairs(final int device) {
        int queuePairs = 0;
        for (int i = 0; i < CLIENTS; i++) {
            queuePairs += 1 + i % CLIENT_HOSTS == device ? clients.get(i).ownQueuePairs() : 0;
        }
        return queuePairs;
    }

    /** Closes all endpoints. Their devices and the event queue must then be empty. */
    private void closeAll() {
        clients.stream().filter(SoakClient::isOpen).forEach(SoakClient::close);
        servers.stream().filter(SoakServer::isOpen).forEach(SoakServer::close);
        runUntil(simulation.nanoTime() + AGING);
        servers.forEach(SoakServer::hasEnded);
        for (int i = 0; i < devices.size(); i++) {
            final int memory =
                    i == 0 ? servers.stream().mapToInt(SoakServer::storeBlocks).sum() : CLIENTS / CLIENT_HOSTS;
            final DeviceResources left = devices.get(i).resources();
            final boolean isClean = left.toString().matches("memoryBlocks=" + memory + " memoryBytes=\\d+");
            assertTrue(isClean, "left on " + devices.get(i).name() + ", of memoryBlocks=" + memory + ": " + left);
        }
        assertFalse(
                simulation.hasEvents(),
                () -> "all is closed, but an event is left: now=" + simulation.nanoTime() + " time="
                        + simulation.nextEventTime());
    }

    /** Closes everything and checks that no resources have been leaked. */
    @Override
    public void close() {
        fabric.setFaultPlan(FaultPlan.NONE);
        closeAll();
        clients.forEach(SoakClient::freeMemory);
        servers.forEach(SoakServer::closeStore);
        CloseHelper.closeAll(devices);
    }

    @Override
    public String toString() {
        return String.format(
                "virtual time: %d hours, %,d events, at rest at most %,d bytes and %,d DMA mappings of one device%n%s"
                        + "in reverse direction, %s",
                hours, events, mostBytes, mostMappings, tally, reverse);
    }

    /**
     * Runs for a period of real time and then to the end of the virtual hour.
     *
     * @param arguments the number of minutes (10 by default) and the seed.
     */
    public static void main(final String[] arguments) {
        final double minutes = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 10;
        final long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        final long begun = System.nanoTime();
        final long end = begun + (long) (minutes * 60 * SECOND);
        try (SoakRun run = new SoakRun(seed, MEAN_BURST, HOURS_OF_AN_ENDPOINT)) {
            while (System.nanoTime() < end) {
                run.runHour();
                System.out.printf(
                        "%6d s real  %4d h virtual  %,d events  %,d calls%n",
                        (System.nanoTime() - begun) / SECOND, run.hours, run.events, run.tally.issued);
            }
            System.out.println("seed=" + seed + " " + run);
        }
        System.out.println("nothing leaked, nothing corrupted");
    }
}
