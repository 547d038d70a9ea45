// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.rpcrdma.arena.LeakDetection;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.rnic.DeviceResources;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * A simulation with the objects that tests requested. Objects are created on demand and closed at the end. JUnit has
 * two interfaces through which a store closes its objects; version 5.13 deprecated one of them. This class implements
 * both, because older versions require the deprecated interface, as do newer versions in some configurations.
 */
@SuppressWarnings("deprecation")
final class TestBed implements AutoCloseable, ExtensionContext.Store.CloseableResource {
    private static final Map<Class<?>, Function<TestBed, Object>> OBJECTS = Map.of(
            Simulation.class, bed -> bed.simulation,
            Fabric.class, bed -> bed.fabric,
            SimulatedDevice.class, bed -> bed.server.device,
            Device.class, bed -> bed.server.device,
            ProtectionDomain.class, bed -> bed.server.domain,
            LoopbackPair.class, TestBed::pair,
            RpcPair.class, TestBed::rpcPair,
            RpcRdmaServer.class, bed -> bed.rpcPair().server(),
            RpcRdmaClient.class, bed -> bed.rpcPair().client(),
            ReceiveArena.class, TestBed::arena);

    private final Thread owner = Thread.currentThread();
    private final String user;
    private final SimulatedRdma settings;
    private final long seed;
    private final Simulation simulation;
    private final Fabric fabric;
    private final Host server;
    private Host client;
    private LoopbackPair pair;
    private RpcPair rpcPair;
    private ReceiveArena arena;
    private final ArenaLeaks arenaLeaks = new ArenaLeaks();

    TestBed(final String user, final SimulatedRdma settings, final long seed) {
        this.user = user;
        this.settings = settings;
        this.seed = seed;
        simulation = new Simulation(seed);
        fabric = new Fabric(simulation, CostModel.defaults());
        server = new Host(attach("sim0", "10.98.0.1"));
    }

    static boolean has(final Class<?> type) {
        return OBJECTS.containsKey(type);
    }

    SimulationSeed seed() {
        return new SimulationSeed(seed);
    }

    /** Returns the object that the simulation provides for a parameter type. */
    Object get(final Class<?> type) {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("tests that share one simulation must run on one thread: "
                    + "@Execution(SAME_THREAD), owner=" + owner.getName() + " user=" + user);
        }
        return OBJECTS.get(type).apply(this);
    }

    private SimulatedDevice attach(final String name, final String ipAddress) {
        return fabric.attach(name, ipAddress, DeviceConfiguration.DEFAULT.withPersonality(settings.personality()));
    }

    private LoopbackPair pair() {
        if (pair == null) {
            pair = LoopbackPair.connect(simulation, client(), server, settings);
        }
        return pair;
    }

    private RpcPair rpcPair() {
        if (rpcPair == null) {
            rpcPair = RpcPair.connect(simulation, client(), server, settings);
        }
        return rpcPair;
    }

    private Host client() {
        if (client == null) {
            client = new Host(attach("sim1", "10.98.0.2"));
        }
        return client;
    }

    private ReceiveArena arena() {
        if (arena == null) {
            arena = new ReceiveArena(new ReceiveArena.Context()
                    .mapper(new DmaShardMapper(server.domain))
                    .memory(server.device.memory())
                    .leakDetection(LeakDetection.PARANOID)
                    .leakListener(arenaLeaks)
                    .bufferSize(settings.bufferSize())
                    .shardSize(settings.shardSize()));
        }
        return arena;
    }

    /**
     * Closes all objects.
     *
     * @throws AssertionError if the tests left objects open; the message lists these objects.
     */
    @Override
    public void close() {
        final List<String> leaks = new ArrayList<>();
        final int unanswered = rpcPair == null ? 0 : rpcPair.close();
        if (unanswered > 0) {
            leaks.add("RpcRdmaServer: deferred calls were not answered: sendBuffers=" + unanswered
                    + "; its memory remains allocated");
        }
        final RuntimeException refusal = closeArena();
        if (refusal != null) {
            leaks.add("ReceiveArena: " + refusal.getMessage() + "; its shards remain allocated");
        } else if (arena != null && isOpen(arena)) {
            leaks.add("ReceiveArena: retained more often than closed"
                    + (arena.figures().allocatedBytes() > 0 ? "; its shards remain allocated" : ""));
        }
        arenaLeaks.errors().forEach(error -> leaks.add("ReceiveArena: " + error.getMessage()));
        server.closeQueuePair();
        report(server.device, server.close(), leaks);
        if (client != null) {
            client.closeQueuePair();
            report(client.device, client.close(), leaks);
        }
        for (final SimulatedDevice device : fabric.devices()) {
            if (device != server.device && (client == null || device != client.device)) {
                report(device, device.resources(), leaks);
                Host.close(device);
            }
        }
        if (!leaks.isEmpty()) {
            final AssertionError failure = new AssertionError(
                    "RDMA resources leaked by " + user + " (" + seed().getMessage() + "):\n  "
                            + String.join("\n  ", leaks),
                    refusal);
            arenaLeaks.errors().forEach(failure::addSuppressed);
            throw failure;
        }
    }

    /** Closes the arena. Returns the exception that lists its leaked buffers, or null if none leaked. */
    private RuntimeException closeArena() {
        try {
            if (arena != null) {
                arena.close();
            }
            return null;
        } catch (final IllegalStateException | VerbsException e) {
            return e;
        }
    }

    /** Returns true if the arena is open. A closed arena rejects further references. */
    private static boolean isOpen(final ReceiveArena arena) {
        try {
            arena.retain();
            return true;
        } catch (final IllegalStateException e) {
            return false;
        }
    }

    private static void report(final SimulatedDevice device, final DeviceResources open, final List<String> leaks) {
        if (!open.isEmpty()) {
            leaks.add(device.name() + ": " + open);
        }
    }
}
