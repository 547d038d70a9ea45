// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.cost;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Sets the cost of everything in a simulation: a value for each {@link CostParameter}. Immutable.
 *
 * <p>Costs are deterministic. The simulated caches decide what hits, never a probability.
 */
public final class CostModel {
    private static final String SHARE = "share";
    private static final CostModel DEFAULTS = new CostModel(CostPreset.INTEL, defaultValues(), defaultFigures());

    private final CostPreset machine;
    private final double[] values;
    private final Figure[] figures;

    private CostModel(final CostPreset machine, final double[] values, final Figure[] figures) {
        this.machine = machine;
        this.values = values;
        this.figures = figures;
    }

    /**
     * Returns the model of the default machine, {@code intel}.
     *
     * @return every parameter at its default.
     */
    public static CostModel defaults() {
        return DEFAULTS;
    }

    /**
     * Returns the model of a machine. No machine's figures have all been published: {@link #isBorrowed} tells those
     * that are another machine's.
     *
     * @param name one of {@link #presets()}: {@code intel}, the default: a server with VT-d and a ConnectX-6;
     *             {@code amd}, a server with AMD's IOMMU, which has leaves of 64 KB, and the same NIC; {@code arm}, a
     *             server with an SMMUv3, leaves of 64 KB, and the same NIC; {@code connectx3}; {@code nfp6000},
     *             pcie-bench's NIC; {@code smmuv3-vcmdq} and {@code smmuv3-trapped}, virtual machines in which
     *             unmapping takes long; {@code ideal}, whose NIC misses nothing and whose translations cost the device
     *             nothing.
     * @return the model.
     * @throws IllegalArgumentException if there is none of that name.
     */
    public static CostModel preset(final String name) {
        final CostPreset preset = CostPreset.of(name);
        return preset.apply(new CostModel(preset, DEFAULTS.values, DEFAULTS.figures));
    }

    /**
     * Returns the names of the machines.
     *
     * @return the names that {@link #preset} takes, the default machine's first.
     */
    public static List<String> presets() {
        return Arrays.stream(CostPreset.values()).map(CostPreset::label).collect(Collectors.toUnmodifiableList());
    }

    /**
     * Returns all parameters, for documentation and reports.
     *
     * @return name, unit, default and source of each.
     */
    public static List<CostParameter> parameters() {
        return List.of(CostParameter.values());
    }

    /**
     * Returns a parameter by its name.
     *
     * @param name for example {@code iommu.iotlb_entries}.
     * @return the parameter.
     * @throws IllegalArgumentException if there is none of that name.
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
     * Returns the value of a parameter.
     *
     * @param parameter the parameter.
     * @return its value, in its unit.
     */
    public double get(final CostParameter parameter) {
        return values[parameter.ordinal()];
    }

    /**
     * Returns the value of a parameter.
     *
     * @param name the parameter's name.
     * @return its value, in its unit.
     * @throws IllegalArgumentException if there is none of that name.
     */
    public double get(final String name) {
        return get(parameter(name));
    }

    /**
     * Returns the name of the machine that this is the model of.
     *
     * @return one of {@link #presets()}, with or without changes.
     */
    public String machine() {
        return machine.label();
    }

    /**
     * Returns the mode that Linux runs the machine's IOMMU in unless told otherwise: lazy on x86, strict elsewhere
     * (drivers/iommu/Kconfig).
     *
     * @return what {@link DeviceConfiguration#withIommuMode} takes.
     */
    public IommuMode iommuMode() {
        return machine.iommuMode();
    }

    /**
     * Returns the source of a value.
     *
     * @param parameter the parameter.
     * @return the publication and its figure, or that it is an assumption; {@code set} if {@link #with} changed it.
     */
    public String source(final CostParameter parameter) {
        return figure(parameter).source();
    }

    /**
     * Returns how sure a value is.
     *
     * @param parameter the parameter.
     * @return {@link Certainty#SET} if {@link #with} changed it.
     */
    public Certainty certainty(final CostParameter parameter) {
        return figure(parameter).certainty();
    }

    /**
     * Returns the least value that a parameter may well have on this machine.
     *
     * @param parameter the parameter.
     * @return in its unit, at most its value; the value itself if {@link #with} set it.
     */
    public double low(final CostParameter parameter) {
        return figure(parameter).low();
    }

    /**
     * Returns the largest value that a parameter may well have on this machine.
     *
     * @param parameter the parameter.
     * @return in its unit, at least its value; the value itself if {@link #with} set it.
     */
    public double high(final CostParameter parameter) {
        return figure(parameter).high();
    }

    /**
     * Returns true if a value was measured on other hardware than this machine's.
     *
     * @param parameter the parameter.
     * @return false for what belongs to no hardware: standards, constants of Linux, assumptions, and what was set.
     */
    public boolean isBorrowed(final CostParameter parameter) {
        final Origin origin = figure(parameter).origin();
        return origin != Origin.ANY && !machine.hardware().contains(origin);
    }

    /**
     * Returns the hardware that a value was measured on.
     *
     * @param parameter the parameter.
     * @return for example {@code ConnectX-3}; empty for what belongs to no hardware.
     */
    public String origin(final CostParameter parameter) {
        return figure(parameter).origin().label();
    }

    private Figure figure(final CostParameter parameter) {
        return figures[parameter.ordinal()];
    }

    /**
     * Returns this model with one value changed.
     *
     * @param parameter the parameter.
     * @param value     in the parameter's unit; counts and bytes are whole numbers, the MTU a power of two.
     * @return a new model.
     * @throws IllegalArgumentException if the value is outside the limits of the parameter.
     */
    public CostModel with(final CostParameter parameter, final double value) {
        return with(parameter, value, Figure.set(value));
    }

    /** Returns this model with one value changed, of which something is known. */
    CostModel with(final CostParameter parameter, final double value, final Figure figure) {
        check(parameter, value);
        final double[] changed = values.clone();
        final Figure[] changedFigures = figures.clone();
        changed[parameter.ordinal()] = value;
        changedFigures[parameter.ordinal()] = figure;
        return new CostModel(machine, changed, changedFigures);
    }

    /**
     * Returns this model with one value changed.
     *
     * @param name  the parameter's name.
     * @param value in the parameter's unit.
     * @return a new model.
     * @throws IllegalArgumentException if there is none of that name, or the value is outside its limits.
     */
    public CostModel with(final String name, final double value) {
        return with(parameter(name), value);
    }

    /**
     * Returns a duration in whole nanoseconds.
     *
     * @param parameter a parameter in nanoseconds.
     * @return its value, rounded.
     */
    public long nanos(final CostParameter parameter) {
        return Math.round(get(parameter));
    }

    /**
     * Returns a count or a number of bytes.
     *
     * @param parameter a parameter that is a whole number.
     * @return its value.
     */
    public int count(final CostParameter parameter) {
        return (int) get(parameter);
    }

    private static String plain(final double limit) {
        return BigDecimal.valueOf(limit).stripTrailingZeros().toPlainString();
    }

    private static void check(final CostParameter parameter, final double value) {
        final boolean isWhole = !Set.of("ns", "Gb/s", SHARE).contains(parameter.unit());
        final double most = isWhole ? Integer.MAX_VALUE >> 4 : parameter.unit().equals(SHARE) ? 1 : 1e15;
        if (!(value >= parameter.minimum() && value <= most) || (isWhole && value != Math.rint(value))) {
            throw new IllegalArgumentException(parameter.parameterName() + " must be a " + (isWhole ? "whole " : "")
                    + "number of " + parameter.unit() + ", " + plain(parameter.minimum()) + " to " + plain(most)
                    + ": value=" + value);
        }
        if (parameter == CostParameter.MTU && (value > 4096 || Integer.bitCount((int) value) != 1)) {
            throw new IllegalArgumentException("link.mtu must be a power of 2, 256 to 4096: value=" + value);
        }
        if (parameter == CostParameter.LARGEST_PAGE && Integer.bitCount((int) value) != 1) {
            throw new IllegalArgumentException("nic.largest_page must be a power of 2: value=" + value);
        }
        if (parameter == CostParameter.LARGEST_LEAF && value != 4096 && value != 65_536 && value != 2 << 20) {
            throw new IllegalArgumentException("iommu.largest_leaf must be 4096, 65536 or 2097152: value=" + value);
        }
    }

    private static double[] defaultValues() {
        final CostParameter[] parameters = CostParameter.values();
        final double[] values = new double[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            values[i] = parameters[i].defaultValue();
        }
        return values;
    }

    private static Figure[] defaultFigures() {
        return Arrays.stream(CostParameter.values()).map(CostParameter::figure).toArray(Figure[]::new);
    }
}
