/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.transport;

import org.agrona.MutableDirectBuffer;

/** Who takes care of a call that a service has: what {@link ServerCall} needs to be answered. All on the event loop. */
abstract class CallOwner {
    private final TransportConnection connection;
    private final RpcService service;
    private final String nameOfService;
    private final CallContexts contexts;

    /** Calls that the service has. */
    int serving;

    CallOwner(
            final TransportConnection connection,
            final RpcService service,
            final String nameOfService,
            final CallContexts contexts) {
        this.connection = connection;
        this.service = service;
        this.nameOfService = nameOfService;
        this.contexts = contexts;
    }

    /** Hands a call to the service. Where that throws, the connection fails. */
    final void serve(final CallContext call) {
        final ServerCall handle = call.handle;
        call.state = CallContext.SERVING;
        serving++;
        handle.begin();
        try {
            service.onCall(handle);
        } catch (final RuntimeException e) {
            connection.fail(nameOfService + " failed: " + e);
            if (call.handle == handle && call.state == CallContext.SERVING && !handle.isDeferred()) {
                endService(call);
            }
        }
    }

    final void endService(final CallContext call) {
        serving--;
        release(call);
    }

    /** Gives back all that a call has, and the call. */
    abstract void release(CallContext call);

    /** Gives back a call that has nothing any more, and tells who wanted to know. */
    final void end(final CallContext call) {
        final Runnable whenDone = call.whenDone;
        call.end();
        contexts.give(call);
        if (whenDone != null) {
            connection.failures.collect(whenDone);
        }
    }

    /** Credits that the caller is granted now. */
    abstract int credits();

    abstract CallLimits limits();

    abstract PayloadPool payloads();

    abstract LateAnswers lateAnswers();

    /** Where the reply message is written; the memory is taken where it is not there. */
    abstract MutableDirectBuffer replyMessage(CallContext call);

    abstract void reply(CallContext call, int length);

    abstract void refuse(CallContext call);

    abstract void drop(CallContext call);

    /** The call may be answered by another thread, which finds all memory for the answer there. */
    abstract void defer(CallContext call);

    /** A call that was deferred is back on the event loop. */
    abstract void endDeferral();

    /** A call that was deferred has been answered; its connection may have ended long ago. */
    abstract void onDelivered();

    /** The way back to the caller. */
    abstract ReverseChannel reverseChannel();
}
