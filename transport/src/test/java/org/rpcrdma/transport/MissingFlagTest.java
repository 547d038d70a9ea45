// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.testkit.JavaPrograms;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;

/**
 * Tests a JVM that was started without the flag that Agrona needs. The messages of constructors that allocate native
 * memory contain the flag.
 */
class MissingFlagTest {
    enum Made {
        POISONING_ARENA(() -> new ReceiveArena(new ReceiveArena.Context()
                .memory((length, alignment) -> null)
                .mapper(memory -> null)
                .poisonReleased(true))),
        FABRIC(() -> new Fabric(new Simulation(1), CostModel.defaults())),
        SERVER(() -> new RpcRdmaServer(new RpcRdmaServer.Context())),
        CLIENT(() -> new RpcRdmaClient(new RpcRdmaClient.Context()));

        private final Runnable construction;

        Made(final Runnable construction) {
            this.construction = construction;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldReportTheFlagAtConstruction(final Made made) throws Exception {
        final String output = JavaPrograms.run(JavaPrograms.of(Program.class, List.of(), made.name()));
        assertEquals(
                "Agrona cannot access native memory in this JVM; start it with: java"
                        + " --add-exports=java.base/jdk.internal.misc=ALL-UNNAMED ... (Maven, maven-surefire-plugin:"
                        + " <argLine>--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED</argLine>)",
                output.strip());
    }

    /** Creates a single object and prints why its creation fails. */
    static final class Program {
        private Program() {}

        public static void main(final String[] arguments) {
            try {
                Made.valueOf(arguments[0]).construction.run();
            } catch (final IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
