// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * Runs leaking and leak-free tests with the JUnit version on the class path, and prints each test's name and outcome.
 */
public final class LeakProgram {
    private LeakProgram() {}

    /** Runs the tests. The arguments are the names and values of JUnit's configuration parameters. */
    public static void main(final String[] arguments) {
        final LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(OfEach.class), selectClass(Shared.class), selectClass(Constructed.class));
        for (int i = 0; i < arguments.length; i += 2) {
            request.configurationParameter(arguments[i], arguments[i + 1]);
        }
        final LauncherDiscoveryRequest built = request.build();
        final LauncherConfig jupiterOnly = LauncherConfig.builder()
                .enableTestEngineAutoRegistration(false)
                .addTestEngines(new JupiterTestEngine())
                .build();
        LauncherFactory.create(jupiterOnly).execute(built, new Outcomes());
    }

    private static final class Outcomes implements TestExecutionListener {
        @Override
        public void executionFinished(final TestIdentifier test, final TestExecutionResult result) {
            final String failure = result.getThrowable()
                    .map(e -> e.getMessage()
                            .lines()
                            .reduce((first, last) -> last)
                            .orElse("")
                            .trim())
                    .orElse("");
            if (test.isTest() || !failure.isEmpty()) {
                System.out.println((test.getDisplayName() + " " + result.getStatus() + " " + failure).trim());
            }
        }
    }

    /** Receives objects that belong to each test. */
    @SimulatedRdma
    static class OfEach {
        @Test
        void clean(final ReceiveArena arena) {
            arena.release(arena.acquire());
        }

        @Test
        void leaking(final SimulatedDevice device, final ProtectionDomain domain) {
            domain.allocateFastRegisterRegion(1);
        }
    }

    /** Receives objects that belong to the class. */
    @SimulatedRdma
    static class Shared {
        private static ReceiveArena arena;

        @BeforeAll
        static void share(final ReceiveArena shared) {
            arena = shared;
        }

        @Test
        void acquires() {
            arena.acquire();
        }

        @AfterAll
        static void keep() {
            arena = null;
        }
    }

    /** Receives objects through the constructor. */
    @SimulatedRdma
    static class Constructed {
        private final ProtectionDomain domain;

        Constructed(final ProtectionDomain domain) {
            this.domain = domain;
        }

        @Test
        void constructed() {
            domain.allocateFastRegisterRegion(1);
        }
    }
}
