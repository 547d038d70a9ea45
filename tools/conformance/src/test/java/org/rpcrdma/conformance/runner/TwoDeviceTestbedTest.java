// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedDevice;

/** Tests a testbed of two devices that reject some calls. */
class TwoDeviceTestbedTest {
    private static final String CLIENT = "10.98.0.1";
    private static final String SERVER = "10.98.0.2";

    private final Fabric fabric = new Fabric(new Simulation(1), CostModel.defaults());
    private final List<String> open = new ArrayList<>();

    /** The method that each device rejects, by the device's address. */
    private final Map<String, String> refused = new HashMap<>();

    private Errno errno = Errno.ENOMEM;

    private Device device(final String address) {
        if ("open".equals(refused.get(address))) {
            throw new VerbsException(errno, "refused: open");
        }
        final ExtendedDevice device = fabric.attach("sim" + address, address);
        open.add(address);
        return (Device) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ExtendedDevice.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals(refused.get(address))) {
                        throw new VerbsException(errno, "refused: " + method.getName());
                    }
                    if (method.getName().equals("close")) {
                        open.remove(address);
                    }
                    try {
                        return method.invoke(device, arguments);
                    } catch (final InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Testbed open() {
        return new TwoDeviceTestbed.Factory(CLIENT, SERVER, this::device, Personality.SPEC, Personality.MLX5)
                .open(TestbedOptions.DEFAULT);
    }

    @Test
    void shouldCloseBothDevices() {
        try (Testbed bed = open()) {
            assertEquals(List.of(CLIENT, SERVER), open);
            assertEquals(Personality.MLX5, bed.serverPersonality());
            assertEquals(SERVER, bed.serverAddress());
            bed.requireConnections();
        }
        assertEquals(List.of(), open);
    }

    @Test
    void shouldCloseTheClientIfThereIsNoServer() {
        refused.put(SERVER, "open");
        assertThrows(VerbsException.class, this::open);
        assertEquals(List.of(), open);
    }

    @ParameterizedTest
    @ValueSource(strings = {CLIENT, SERVER})
    void shouldCloseBothDevicesIfOneMakesNoEventLoop(final String address) {
        refused.put(address, "newEventLoop");
        assertThrows(VerbsException.class, this::open);
        assertEquals(List.of(), open);
    }

    @ParameterizedTest
    @EnumSource(names = {"ENODATA", "EADDRNOTAVAIL"})
    void shouldSkipConnectionsOfAddressesThatAreNotHere(final Errno reason) {
        try (Testbed bed = open()) {
            errno = reason;
            refused.put(SERVER, "connections");
            assertThrows(RowSkipped.class, bed::requireConnections);
            refused.clear();
        }
    }

    @Test
    void shouldNotSkipConnectionsBecauseAPortIsBusy() {
        try (Testbed bed = open()) {
            bed.own(bed.server().connections().listen(20_050, bed.serverLoop(), request -> {}));
            assertErrno(Errno.EADDRINUSE, bed::requireConnections);
        }
    }
}
