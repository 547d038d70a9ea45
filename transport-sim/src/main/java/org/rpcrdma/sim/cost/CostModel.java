// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cost;

import java.util.List;
import java.util.Set;
import org.rpcrdma.sim.config.IommuMode;

/**
 * The costs of a simulation: an immutable set of values, one for each {@link CostParameter}.
 *
 * <p>Costs are deterministic, because hits and misses are determined by simulated caches and not by probabilities.
 */
public final class CostModel {
    private final String machine;
    private final IommuMode iommuMode;
    private final Set<String> hardware;
    private final ParameterFigure[] figures;

    CostModel(
            final String machine,
            final IommuMode iommuMode,
            final Set<String> hardware,
            final ParameterFigure[] figures) {
        this.machine = machine;
        this.iommuMode = iommuMode;
        this.hardware = hardware;
        this.figures = figures;
    }

    /**
     * Returns the cost model of the default machine, {@code intel}.
     *
     * @return the model, in which every parameter has its default value.
     */
    public static CostModel defaults() {
        return preset(presets().get(0));
    }

    /**
     * Returns a machine's cost model. No machine has published values for all parameters, so some values come from
     * other machines; {@link #isBorrowed} identifies them.
     *
     * @param name one of {@link #presets()}. The default, {@code intel}, is a server with VT-d and a ConnectX-6.
     *             {@code amd} (with AMD's IOMMU) and {@code arm} (with an SMMUv3) are servers with the same NIC and
     *             leaves of 64 KB. {@code connectx3} and pcie-bench's {@code nfp6000} have other NICs.
     *             {@code smmuv3-vcmdq} and {@code smmuv3-trapped} are virtual machines in which unmapping takes a long
     *             time. In {@code ideal}, the NIC's caches never miss and translations take no time.
     * @return the model.
     * @throws IllegalArgumentException if no machine has that name.
     */
    public static CostModel preset(final String name) {
        return CostTable.shared().machine(name);
    }

    /**
     * Returns the names of the machines.
     *
     * @return the names that {@link #preset} accepts, starting with the default machine.
     */
    public static List<String> presets() {
        return CostTable.shared().machines();
    }

    /**
     * Returns all parameters, for use in documentation and reports.
     *
     * @return the parameters, each of which has a name and a unit.
     */
    public static List<CostParameter> parameters() {
        return List.of(CostParameter.values());
    }

    /**
     * Returns the parameter with the given name.
     *
     * @param name the name, for example {@code iommu.iotlb_entries}.
     * @return the parameter.
     * @throws IllegalArgumentException if there is no such parameter.
     */
    public static CostParameter parameter(final String name) {
        for (final CostParameter parameter : CostParameter.values()) {
            if (parameter.parameterName().equals(name)) {
                return parameter;
            }
        }
        throw new IllegalArgumentException("no such cost parameter: name=" + name);
    }

    /**
     * Returns a parameter's value.
     *
     * @param parameter the parameter.
     * @return the value in the parameter's unit.
     */
    public double get(final CostParameter parameter) {
        return figure(parameter).value();
    }

    /**
     * Returns a parameter's value.
     *
     * @param name the parameter's name.
     * @return the value in the parameter's unit.
     * @throws IllegalArgumentException if there is no such parameter.
     */
    public double get(final String name) {
        return get(parameter(name));
    }

    /**
     * Returns the name of the machine on which this model is based.
     *
     * @return one of {@link #presets()}, even if values have been changed.
     */
    public String machine() {
        return machine;
    }

    /**
     * Returns Linux's default mode for the machine's IOMMU: lazy on x86, strict on other architectures
     * (drivers/iommu/Kconfig).
     *
     * @return the mode for {@code DeviceConfiguration.withIommuMode}.
     */
    public IommuMode iommuMode() {
        return iommuMode;
    }

    /**
     * Returns the source of a parameter's value.
     *
     * @param parameter the parameter.
     * @return the publication and the figure in it, or the assumption; {@code set} if {@link #with} changed the value.
     */
    public String source(final CostParameter parameter) {
        return figure(parameter).source();
    }

    /**
     * Returns the certainty of a parameter's value.
     *
     * @param parameter the parameter.
     * @return the certainty; {@link Certainty#SET} if {@link #with} changed the value.
     */
    public Certainty certainty(final CostParameter parameter) {
        return figure(parameter).certainty();
    }

    /**
     * Returns the lowest plausible value of a parameter on this machine.
     *
     * @param parameter the parameter.
     * @return the lowest value in the parameter's unit, at most its default; the value itself if {@link #with} set it.
     */
    public double low(final CostParameter parameter) {
        return figure(parameter).low();
    }

    /**
     * Returns the highest plausible value of a parameter on this machine.
     *
     * @param parameter the parameter.
     * @return the highest value in the parameter's unit, at least its default; the value itself if {@link #with} set
     *     it.
     */
    public double high(final CostParameter parameter) {
        return figure(parameter).high();
    }

    /**
     * Returns true if a parameter's value was measured on different hardware.
     *
     * @param parameter the parameter.
     * @return true if the hardware differs from this machine's; false for values that do not depend on hardware:
     *     standards, constants of Linux, assumptions, and values set by the user.
     */
    public boolean isBorrowed(final CostParameter parameter) {
        final String measuredOn = origin(parameter);
        return !measuredOn.isEmpty() && !hardware.contains(measuredOn);
    }

    /**
     * Returns the hardware on which a parameter's value was measured.
     *
     * @param parameter the parameter.
     * @return the hardware, for example {@code ConnectX-3}; empty for values that do not depend on hardware.
     */
    public String origin(final CostParameter parameter) {
        return figure(parameter).hardware();
    }

    private ParameterFigure figure(final CostParameter parameter) {
        return figures[parameter.ordinal()];
    }

    /** Returns the values for the cost table, indexed by the parameters' ordinals. */
    ParameterFigure[] figures() {
        return figures;
    }

    /**
     * Returns this model with one value changed.
     *
     * @param parameter the parameter.
     * @param value     the new value in the parameter's unit. Counts and bytes must be whole numbers, and the MTU must
     *                  be a power of two.
     * @return a new model.
     * @throws IllegalArgumentException if the value is outside the parameter's limits.
     */
    public CostModel with(final CostParameter parameter, final double value) {
        CostTable.shared().limits(parameter).check(value);
        final ParameterFigure[] changed = figures.clone();
        changed[parameter.ordinal()] = ParameterFigure.set(value);
        return new CostModel(machine, iommuMode, hardware, changed);
    }

    /**
     * Returns this model with one value changed.
     *
     * @param name the parameter's name.
     * @param value the new value in the parameter's unit.
     * @return a new model.
     * @throws IllegalArgumentException if there is no such parameter, or the value is outside its limits.
     */
    public CostModel with(final String name, final double value) {
        return with(parameter(name), value);
    }

    /**
     * Returns a parameter's value as a duration in whole nanoseconds.
     *
     * @param parameter a parameter whose unit is nanoseconds.
     * @return the rounded value.
     */
    public long nanos(final CostParameter parameter) {
        return Math.round(get(parameter));
    }

    /**
     * Returns a parameter's value as a count or a number of bytes.
     *
     * @param parameter a parameter whose value is a whole number.
     * @return the value.
     */
    public int count(final CostParameter parameter) {
        return (int) get(parameter);
    }
}
