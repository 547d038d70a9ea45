// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.util.Arrays;

/**
 * A set of queue pair parameters, with a mask of the parameters that are set ({@code struct ibv_qp_attr} and {@code
 * attr_mask}).
 *
 * <pre>{@code
 * queuePair.modify(new QueuePairParameters()
 *         .state(QueuePairState.INIT)
 *         .set(QueuePairParameter.PKEY_INDEX, 0)
 *         .set(QueuePairParameter.PORT, 1)
 *         .set(QueuePairParameter.ACCESS_FLAGS, Access.REMOTE_WRITE));
 * }</pre>
 *
 * <p>Owned by the caller; reusable. Not thread-safe.
 */
public final class QueuePairParameters {
    private static final QueuePairParameter[] PARAMETERS = QueuePairParameter.values();

    private final int[] values = new int[PARAMETERS.length];
    private QueuePairState state;
    private AddressVector addressVector;
    private int mask;

    /** Creates an empty set of parameters. */
    public QueuePairParameters() {}

    /** Clears all parameters. */
    public void clear() {
        mask = 0;
        Arrays.fill(values, 0);
        state = null;
        addressVector = null;
    }

    /**
     * Sets the new state.
     *
     * @param newState the state.
     * @return this.
     */
    public QueuePairParameters state(final QueuePairState newState) {
        state = newState;
        mask |= QueuePairParameter.STATE.mask();
        return this;
    }

    /**
     * Sets the route to the peer.
     *
     * @param vector the route.
     * @return this.
     */
    public QueuePairParameters addressVector(final AddressVector vector) {
        addressVector = vector;
        mask |= QueuePairParameter.ADDRESS_VECTOR.mask();
        return this;
    }

    /**
     * Sets a numeric parameter.
     *
     * @param parameter any parameter except {@link QueuePairParameter#STATE} and {@link
     *     QueuePairParameter#ADDRESS_VECTOR}.
     * @param value     the value.
     * @return this.
     */
    public QueuePairParameters set(final QueuePairParameter parameter, final int value) {
        if (parameter == QueuePairParameter.STATE || parameter == QueuePairParameter.ADDRESS_VECTOR) {
            throw new IllegalArgumentException("parameter is not numeric: parameter=" + parameter);
        }
        values[parameter.ordinal()] = value;
        mask |= parameter.mask();
        return this;
    }

    /**
     * Copies the parameters that are set in another object to this object.
     *
     * @param other the object to copy from.
     * @return this.
     */
    public QueuePairParameters merge(final QueuePairParameters other) {
        for (final QueuePairParameter parameter : PARAMETERS) {
            if (other.has(parameter)) {
                values[parameter.ordinal()] = other.values[parameter.ordinal()];
            }
        }
        state = other.state == null ? state : other.state;
        addressVector = other.addressVector == null ? addressVector : other.addressVector;
        mask |= other.mask;
        return this;
    }

    /**
     * Returns the mask of the parameters that are set.
     *
     * @return the parameters' {@link QueuePairParameter#mask()} bits.
     */
    public int mask() {
        return mask;
    }

    /**
     * Returns true if a parameter is set.
     *
     * @param parameter the parameter.
     * @return false if the parameter is not set.
     */
    public boolean has(final QueuePairParameter parameter) {
        return (mask & parameter.mask()) != 0;
    }

    /**
     * Returns a numeric parameter.
     *
     * @param parameter the parameter.
     * @return the value; 0 if not set.
     */
    public int get(final QueuePairParameter parameter) {
        return values[parameter.ordinal()];
    }

    /**
     * Returns the new state.
     *
     * @return the state, or null if not set.
     */
    public QueuePairState state() {
        return state;
    }

    /**
     * Returns the route to the peer.
     *
     * @return the route, or null if not set.
     */
    public AddressVector addressVector() {
        return addressVector;
    }
}
