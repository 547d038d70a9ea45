// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.host.RunningLoop;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Timer;

class ProcessorTest {
    private final Simulation simulation = new Simulation(1);
    private final HostProcessors processors =
            new HostProcessors("sim0", simulation, CostModel.defaults(), new RunningLoop());
    private final Processor loop = (Processor) processors.newEventLoop();
    private final List<String> calls = new ArrayList<>();

    @Test
    void shouldDelayAHandlerWhileTheProcessorIsBusy() {
        loop.newTimer(() -> {
                    note("first");
                    loop.charge(ProcessorWork.SERVICE, 500);
                })
                .arm(100);
        loop.newTimer(() -> note("second")).arm(200);
        simulation.run();
        assertEquals(List.of("first@100", "second@600"), calls);
    }

    @Test
    void shouldRunTwoProcessorsSideBySide() {
        final Processor other = (Processor) processors.newEventLoop();
        loop.newTimer(() -> loop.charge(ProcessorWork.SERVICE, 500)).arm(100);
        other.newTimer(() -> calls.add("other@" + other.nanoTime())).arm(200);
        simulation.run();
        assertEquals(List.of("other@200"), calls);
    }

    @Test
    void shouldNumberProcessorsInTheOrderOfTheirCreation() {
        assertEquals(0, loop.number());
        assertEquals(1, processors.processors(), "the first loop is the host's first processor");
        assertEquals(1, ((Processor) processors.newEventLoop()).number());
        assertEquals(2, processors.newProcessor().number());
        assertEquals(3, ((Processor) processors.newEventLoop()).number());
        assertEquals(0, processors.newWorker().number(), "a worker is not a processor of these");
        assertEquals(4, processors.processors());
    }

    @Test
    void shouldChargeTheFirstProcessorOutsideHandlers() {
        final Processor other = (Processor) processors.newEventLoop();
        processors.charge(ProcessorWork.SERVICE, 70);
        assertEquals(70, loop.nanoTime());
        assertEquals(0, other.nanoTime());
        assertEquals(0, simulation.nanoTime());
        loop.newTimer(() -> note("late")).arm(0);
        simulation.run();
        assertEquals(List.of("late@70"), calls);
    }

    @Test
    void shouldWaitForAChargeMadeAfterTheHandlerBecameDue() {
        loop.newTimer(() -> calls.add("late@" + simulation.nanoTime())).arm(100);
        simulation.step();
        processors.charge(ProcessorWork.SERVICE, 70);
        simulation.run();
        assertEquals(List.of("late@170"), calls);
    }

    @Test
    void shouldArmReplaceAndCancelTimers() {
        final Timer timer = loop.newTimer(() -> note("timer"));
        assertFalse(timer.isArmed());
        assertFalse(timer.cancel());
        timer.arm(100);
        timer.arm(300);
        assertTrue(timer.isArmed());
        simulation.run();
        assertFalse(timer.isArmed());
        timer.arm(50);
        assertTrue(timer.cancel());
        simulation.run();
        assertEquals(List.of("timer@300"), calls);
        assertThrows(IllegalArgumentException.class, () -> timer.arm(-1));
    }

    @Test
    void shouldCancelATimerThatIsDueButWaitsForTheProcessor() {
        final Timer waiting = loop.newTimer(() -> note("never"));
        loop.newTimer(() -> loop.charge(ProcessorWork.SERVICE, 500)).arm(100);
        loop.newTimer(() -> note("between")).arm(150);
        waiting.arm(200);
        simulation.runUntil(300);
        assertTrue(waiting.isArmed());
        assertTrue(waiting.cancel());
        assertFalse(waiting.isArmed());
        simulation.run();
        assertEquals(List.of("between@600"), calls);
    }

    @Test
    void shouldRunOneHandlerAndReportWhetherItDid() {
        loop.newTimer(() -> note("a")).arm(100);
        loop.newTimer(() -> note("b")).arm(200);
        assertTrue(loop.runOnce(1000));
        assertEquals(List.of("a@100"), calls);
        assertFalse(loop.runOnce(50));
        assertEquals(150, loop.nanoTime());
        assertTrue(loop.runOnce(50));
        assertFalse(loop.runOnce(Long.MAX_VALUE));
        assertEquals(List.of("a@100", "b@200"), calls);
        assertThrows(IllegalArgumentException.class, () -> loop.runOnce(-1));
    }

    @Test
    void shouldRunTheNextHandlerAfterAThrowingOne() {
        loop.newTimer(() -> loop.charge(ProcessorWork.SERVICE, 500)).arm(50);
        loop.newTimer(() -> {
                    throw new IllegalStateException("handler");
                })
                .arm(100);
        loop.newTimer(() -> note("behind")).arm(100);
        assertThrows(IllegalStateException.class, simulation::run);
        simulation.run();
        assertEquals(List.of("behind@550"), calls);
    }

    @Test
    void shouldRefuseToWaitInsideAHandler() {
        loop.newTimer(() -> loop.runOnce(1)).arm(1);
        assertThrows(IllegalStateException.class, simulation::run);
    }

    private void note(final String name) {
        calls.add(name + "@" + loop.nanoTime());
    }
}
