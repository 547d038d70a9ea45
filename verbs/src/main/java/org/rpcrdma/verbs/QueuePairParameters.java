// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.util.Arrays;

/**
 * Parameters of a queue pair with the mask that says which are given ({@code struct ibv_qp_attr} and
 * {@code attr_mask}).
 *
 * <pre>{@code
 * queuePair.modify(new QueuePairParameters()
 *         .state(QueuePairState.INIT)
 *         .set(QueuePairParameter.PKEY_INDEX, 0)
 *         .set(QueuePairParameter.PORT, 1)
 *         .set(QueuePairParameter.ACCESS_FLAGS, Access.REMOTE_WRITE));
 * }</pre>
 *
 * <p>Owned by its caller, can be used again. Not thread-safe.
 */
public final class QueuePairParameters {
    private static final QueuePairParameter[] PARAMETERS = QueuePairParameter.values();

    private final int[] values = new int[PARAMETERS.length];
    private QueuePairState state;
    private AddressVector addressVector;
    private int mask;

    /** Creates an empty set of parameters. */
    public QueuePairParameters() {}

    /** Forgets every parameter. */
    public void clear() {
        mask = 0;
        Arrays.fill(values, 0);
        state = null;
        addressVector = null;
    }

    /**
     * Gives the state to go to.
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
     * Gives the way to the peer.
     *
     * @param vector the way.
     * @return this.
     */
    public QueuePairParameters addressVector(final AddressVector vector) {
        addressVector = vector;
        mask |= QueuePairParameter.ADDRESS_VECTOR.mask();
        return this;
    }

    /**
     * Gives a number.
     *
     * @param parameter any but {@link QueuePairParameter#STATE} and {@link QueuePairParameter#ADDRESS_VECTOR}.
     * @param value     its value.
     * @return this.
     */
    public QueuePairParameters set(final QueuePairParameter parameter, final int value) {
        if (parameter == QueuePairParameter.STATE || parameter == QueuePairParameter.ADDRESS_VECTOR) {
            throw new IllegalArgumentException("parameter is no number: parameter=" + parameter);
        }
        values[parameter.ordinal()] = value;
        mask |= parameter.mask();
        return this;
    }

    /**
     * Takes over the parameters that another set has.
     *
     * @param other the other set.
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
     * Returns which parameters are given.
     *
     * @return their {@link QueuePairParameter#mask()} bits.
     */
    public int mask() {
        return mask;
    }

    /**
     * Returns true if a parameter is given.
     *
     * @param parameter which.
     * @return true if it is.
     */
    public boolean has(final QueuePairParameter parameter) {
        return (mask & parameter.mask()) != 0;
    }

    /**
     * Returns a number.
     *
     * @param parameter which.
     * @return its value; 0 if absent.
     */
    public int get(final QueuePairParameter parameter) {
        return values[parameter.ordinal()];
    }

    /**
     * Returns the state.
     *
     * @return the state, or null if none is given.
     */
    public QueuePairState state() {
        return state;
    }

    /**
     * Returns the way to the peer.
     *
     * @return the way, or null if none is given.
     */
    public AddressVector addressVector() {
        return addressVector;
    }
}
