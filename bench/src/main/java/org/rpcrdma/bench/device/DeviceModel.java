// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.bench.load.EchoLoad;
import org.rpcrdma.bench.probe.DeviceProbe;
import org.rpcrdma.bench.probe.FittedCosts;
import org.rpcrdma.bench.probe.Primitive;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.SimulatedHardware;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.verbs.Device;

/**
 * A model of a device of the host: a simulation whose costs are fitted to a probe of the device.
 *
 * @param twin       the simulation.
 * @param costs      the simulation's cost model.
 * @param probe      the times of primitives, on the device and in the model.
 * @param parameters the parameters that differ from the preset.
 */
record DeviceModel(DeviceCounterpart twin, CostModel costs, List<ProbeFigure> probe, List<CostFigure> parameters) {
    /** The source of a parameter that does not apply to a software device. */
    static final String ABSENT = "none in software";

    /** The source of a parameter that the user set. */
    static final String SET = "--set";

    private static final String PROBE = "probe";
    private static final String PROGRAM = "program";

    /**
     * A primitive's time on the device and in the model, in nanoseconds, and the name of the parameter fitted to it.
     */
    record ProbeFigure(String name, long realNanos, long modelNanos, String fits) {}

    /** A parameter's value and its source. */
    record CostFigure(String name, String unit, double value, String source) {}

    /**
     * Probes a device, measures the load's computation, and fits the model. Settings from the user override fitted
     * values.
     */
    static DeviceModel of(
            final Device device,
            final Personality personality,
            final EchoLoad load,
            final ComparisonSettings settings) {
        final DeviceCounterpart twin = DeviceCounterpart.of(device, personality, settings);
        final SimulatedHardware hardware = settings.hardware();
        final Map<Primitive, Long> measured = DeviceProbe.run(device);
        final CostModel fitted = FittedCosts.fit(measured, twin.base(hardware.machine()), twin::probe);
        final long program = new ProgramProbe(device.newEventLoop(), twin, fitted, load, settings).run();
        final CostModel costs =
                SimulatedHardware.changed(fitted.with(CostParameter.PROGRAM, program), hardware.changes());
        final List<ProbeFigure> figures = new ArrayList<>(figures(measured, twin.probe(costs)));
        figures.add(figure(
                "a call in the program", program, Math.round(costs.get(CostParameter.PROGRAM)), CostParameter.PROGRAM));
        return new DeviceModel(twin, costs, figures, parameters(twin, hardware, costs));
    }

    private static List<ProbeFigure> figures(final Map<Primitive, Long> measured, final Map<Primitive, Long> modelled) {
        return Arrays.stream(Primitive.values())
                .map(primitive -> figure(
                        primitive.label(), measured.get(primitive), modelled.get(primitive), primitive.parameter()))
                .toList();
    }

    private static ProbeFigure figure(
            final String name, final long real, final long model, final CostParameter parameter) {
        return new ProbeFigure(name, real, model, parameter.parameterName());
    }

    private static List<CostFigure> parameters(
            final DeviceCounterpart twin, final SimulatedHardware hardware, final CostModel costs) {
        final Map<CostParameter, String> sources = new LinkedHashMap<>();
        for (final Primitive primitive : Primitive.values()) {
            sources.put(primitive.parameter(), PROBE);
        }
        sources.put(CostParameter.PROGRAM, PROGRAM);
        twin.absent().forEach(absent -> sources.put(absent, ABSENT));
        hardware.changes().keySet().forEach(name -> sources.put(CostModel.parameter(name), SET));
        return sources.entrySet().stream()
                .map(source -> {
                    final CostParameter parameter = source.getKey();
                    return new CostFigure(
                            parameter.parameterName(), parameter.unit(), costs.get(parameter), source.getValue());
                })
                .toList();
    }

    /** Predicts a strategy's outcome by simulation. */
    DeviceOutcome predict(final EchoLoad load, final ComparisonSettings settings, final Strategy strategy) {
        try (SimulatedDevice device = twin.open(costs)) {
            return DeviceOutcome.of(device, load, settings, strategy, service -> call -> {
                device.spend(costs.nanos(CostParameter.PROGRAM));
                service.onCall(call);
            });
        }
    }
}
